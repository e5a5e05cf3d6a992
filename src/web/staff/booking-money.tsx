import { useState } from 'react'
import type { BookingStory } from '#shared/staff-bookings.ts'
import { isInCharge } from '#shared/staff.ts'
import { BalancePanel } from '#web/features/bookings/staff/balance-panel.tsx'
import { BookingActions } from '#web/features/bookings/staff/booking-actions.tsx'
import { possibleActs, readAgainText, type MoneyAct } from '#web/features/bookings/staff/money-acts.ts'
import { readAgain } from '#web/features/bookings/staff/money-api.ts'
import { MoneyDialog } from '#web/features/bookings/staff/money-dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useMember } from './member.ts'
import { notify } from './notices.tsx'
import { useShortcuts } from './shortcuts.ts'

const KEYS: Record<MoneyAct, { keys: string; label: string }> = {
  cancel: { keys: 'c', label: 'Cancel the booking' },
  goodwill: { keys: 'r', label: 'Refund as goodwill' },
}

type Props = {
  story: BookingStory
  /** `message`: what has been done. */
  onDone: (message: string) => void
  /** Called when somebody else has been quicker, with what they have done. */
  onChanged: (message: string) => void
}

/** What of a booking's money stands with us, and what can be done about it. */
export function BookingMoney({ story, onDone, onChanged }: Props) {
  const { role } = useMember()
  const [act, setAct] = useState<MoneyAct>()
  const { booking, attempts, payments } = story
  const acts = possibleActs(story)
  const isAtProvider = attempts.length + payments.length > 0
  const reading = useCall({
    mutationFn: () => readAgain(booking.id),
    onSuccess: (result) => onDone(readAgainText(result)),
    onError: (error) => notify(messageOf(error, 'The card provider could not be asked. Please try again.', NO_RESPONSE), 'warning'),
  })
  useShortcuts('Money', [
    ...(isInCharge(role) ? acts.map((each) => ({ ...KEYS[each], run: () => setAct(each) })) : []),
    ...(isAtProvider ? [{ keys: 'p', label: 'Read again at the card provider', run: () => reading.mutate() }] : []),
  ])
  const closing = (tell: (message: string) => void) => (message: string) => {
    setAct(undefined)
    tell(message)
  }
  return (
    <BalancePanel story={story}>
      <BookingActions
        acts={acts}
        isInCharge={isInCharge(role)}
        isAtProvider={isAtProvider}
        isReading={reading.isPending}
        onAct={setAct}
        onRead={() => reading.mutate()}
      />
      {act && (
        <MoneyDialog
          booking={booking}
          act={act}
          onClose={() => setAct(undefined)}
          onDone={closing(onDone)}
          onChanged={closing(onChanged)}
        />
      )}
    </BalancePanel>
  )
}
