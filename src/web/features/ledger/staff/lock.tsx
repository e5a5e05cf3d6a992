import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { addDays, longDay, type Day } from '#shared/dates.ts'
import { lockBodySchema, type LedgerLock, type LockBody } from '#shared/ledger/days.ts'
import { changeLedgerLock, getLedgerLock } from '#shared/ledger/staff-calls.ts'
import { Button } from '#web/components/button.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Panel } from '#web/components/panel.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { momentText } from '#web/lib/moments.ts'
import { useSend } from '#web/lib/use-send.ts'

export const ledgerLockQuery = queryOf(getLedgerLock, {}, { key: [...consoleKey('ledger'), 'lock'] })

type Props = { lock: LedgerLock; canLock: boolean; onDone: (message: string) => void }

/** Up to which day the ledger is locked, by whom, and how far it can be. */
export function LockPanel({ lock, canLock, onDone }: Props) {
  const { lockedUntil, changed, lockableUntil } = lock
  const [asked, setAsked] = useState<'lock' | 'open'>()
  const canGoOn = lockableUntil !== null && (lockedUntil === null || lockedUntil < lockableUntil)
  return (
    <Panel title="Locked period">
      <p className="text-base font-semibold">{lockedUntil ? `Locked up to ${longDay(lockedUntil)}` : 'Nothing locked yet'}</p>
      {changed && (
        <p className="mt-1 text-ink-soft">
          Last changed by {changed.by ?? 'a deleted account'}, {momentText(changed.at)}
          <span>{changed.reason && `: “${changed.reason}”`}</span>
        </p>
      )}
      <p className="mt-2 max-w-prose">
        Nothing can be posted to a locked day. Late entries go to the first open day, with the time they actually happened.
      </p>
      <p className="mt-1 max-w-prose text-ink-soft">
        {lockableUntil
          ? `You can currently lock up to ${longDay(lockableUntil)}.`
          : 'You can lock days once earlier payments have been posted to the ledger.'}
      </p>
      {canLock ? (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button size="small" className="min-h-11" disabled={!canGoOn} onClick={() => setAsked('lock')}>
            <Lock aria-hidden="true" className="size-4" /> Lock days
          </Button>
          {lockedUntil && (
            <Button variant="secondary" size="small" className="min-h-11" onClick={() => setAsked('open')}>
              <LockOpen aria-hidden="true" className="size-4" /> Reopen period
            </Button>
          )}
        </div>
      ) : (
        <p className="mt-3 text-ink-soft">Only administrators can lock and reopen days.</p>
      )}
      {asked && <LockDialog lock={lock} isOpening={asked === 'open'} onClose={() => setAsked(undefined)} onDone={onDone} />}
    </Panel>
  )
}

type DialogProps = { lock: LedgerLock; isOpening: boolean; onClose: () => void; onDone: (message: string) => void }

/** The end of the last whole month that can be locked, else the last day that can be. */
function usualEnd(lockableUntil: Day, lockedUntil: Day | null): Day {
  const next = addDays(lockableUntil, 1)
  const monthEnd = next.endsWith('-01') ? lockableUntil : addDays(`${lockableUntil.slice(0, 7)}-01`, -1)
  return lockedUntil === null || monthEnd > lockedUntil ? monthEnd : lockableUntil
}

/** Asks up to which day to lock, or from which day on to open again and why. */
function LockDialog({ lock: { lockedUntil, lockableUntil }, isOpening, onClose, onDone }: DialogProps) {
  const send = useSend(changeLedgerLock, consoleKey('ledger'))
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
      await send({ body })
      onClose()
      onDone(isOpening ? 'Period reopened.' : `The ledger is locked up to ${longDay(body.until ?? '')}.`)
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={isOpening ? 'Reopen period' : 'Lock period'}
      act={isOpening ? 'Reopen' : 'Lock'}
      className="space-y-4"
      {...(isOpening && { variant: 'danger' as const })}
    >
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
    </FormDialog>
  )
}
