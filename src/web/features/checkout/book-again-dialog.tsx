import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { QuestionDialog } from '#web/components/question-dialog.tsx'
import { UnbrokenReferences } from '#web/components/unbroken-references.tsx'

type Props = {
  /** What the traveller has already; nothing is asked without it. */
  paid: string | undefined
  guests: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a tour is booked on a day that is paid for: whoever did not see that their payment arrived pays twice otherwise. */
export function BookAgainDialog({ paid, guests, onConfirm, onClose }: Props) {
  if (paid === undefined) return null
  return (
    <QuestionDialog title="Book this day again?" yes={`Book ${guests} more`} no="Not now" onYes={onConfirm} onNo={onClose}>
      <p>
        <UnbrokenReferences text={paid} />
      </p>
      <p className="mt-2">
        Booking again buys {guests === 1 ? '1 further seat' : `${guests} further seats`}, at the full price.{' '}
        <Link to={pages.bookings} className="text-link inline-block">
          See it in My Bookings
        </Link>
      </p>
    </QuestionDialog>
  )
}
