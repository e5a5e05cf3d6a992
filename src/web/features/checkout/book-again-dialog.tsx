import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { QuestionDialog } from '#web/components/dialog.tsx'
import { UnbrokenReferences } from '#web/components/unbroken-references.tsx'

type Props = {
  /** The traveller's existing bookings; the dialog only opens if there are any. */
  paid: string | undefined
  guests: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks before booking a day that is already paid for: travellers who missed that their payment arrived would otherwise pay twice. */
export function BookAgainDialog({ paid, guests, onConfirm, onClose }: Props) {
  if (paid === undefined) return null
  return (
    <QuestionDialog title="Book this day again?" yes={`Book ${guests} more`} no="Not now" onYes={onConfirm} onNo={onClose}>
      <p>
        <UnbrokenReferences text={paid} />
      </p>
      <p className="mt-2">
        If you book again, you’ll pay the full price for {guests === 1 ? '1 more seat' : `${guests} more seats`}.{' '}
        <Link to={pages.bookings} className="text-link inline-block">
          See it in My Bookings
        </Link>
      </p>
    </QuestionDialog>
  )
}
