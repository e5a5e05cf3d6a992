import { addDays, longDay, type Day } from '#shared/dates.ts'
import { lockBodySchema, type LedgerLock, type LockBody } from '#shared/ledger/days.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { useChangeLock } from './api/ledger-lock.ts'

type Props = { lock: LedgerLock; isOpening: boolean; onClose: () => void; onDone: (message: string) => void }

/** The end of the last whole month that can be locked, else the last day that can be. */
function usualEnd(lockableUntil: Day, lockedUntil: Day | null): Day {
  const next = addDays(lockableUntil, 1)
  const monthEnd = next.endsWith('-01') ? lockableUntil : addDays(`${lockableUntil.slice(0, 7)}-01`, -1)
  return lockedUntil === null || monthEnd > lockedUntil ? monthEnd : lockableUntil
}

/** Asks up to which day to lock, or from which day on to open again and why. */
export function LockDialog({ lock: { lockedUntil, lockableUntil }, isOpening, onClose, onDone }: Props) {
  const changeLock = useChangeLock()
  const form = useCheckedForm<{ day: string; reason: string }, LockBody>({
    start: { day: isOpening || lockableUntil === null ? (lockedUntil ?? '') : usualEnd(lockableUntil, lockedUntil), reason: '' },
    check: ({ day, reason }) => {
      // Opened from a day on, it stays locked up to the day before.
      const until = isOpening && /^\d{4}-\d\d-\d\d$/.test(day) ? addDays(day, -1) : day
      const checked = lockBodySchema.safeParse({ until, seen: lockedUntil, reason })
      if (checked.success) return checked
      const issues = checked.error.issues.map((issue) => (issue.path[0] === 'until' ? { ...issue, path: ['day'] } : issue))
      return { success: false, error: { issues } }
    },
    send: async (body) => {
      await changeLock(body)
      onClose()
      onDone(isOpening ? 'Period reopened.' : `The ledger is locked up to ${longDay(body.until ?? '')}.`)
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isOpening ? 'Reopen period' : 'Lock period'}
      footer={
        <ActButtons onKeep={onClose} form="lock" isBusy={form.isBusy} {...(isOpening && { variant: 'danger' as const })}>
          {isOpening ? 'Reopen' : 'Lock'}
        </ActButtons>
      }
    >
      <form {...form.props} id="lock" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        {isOpening ? (
          <>
            <p>Entries already posted to the first open day stay there. Your reason is kept in the audit log.</p>
            <TextField {...form.field('day')} data-first type="date" label="Open from" max={lockedUntil ?? undefined} />
            <TextArea {...form.field('reason')} label="Reason" rows={3} />
          </>
        ) : (
          <TextField
            {...form.field('day')}
            data-first
            type="date"
            label="Lock up to and including"
            min={lockedUntil ? addDays(lockedUntil, 1) : undefined}
            max={lockableUntil ?? undefined}
            hint={
              lockableUntil
                ? `${longDay(lockableUntil)} at the latest. You can lock a day 48 hours after it ends, once the card processing fees are in.`
                : undefined
            }
          />
        )}
      </form>
    </Dialog>
  )
}
