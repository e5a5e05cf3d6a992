import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { longDay } from '#shared/dates.ts'
import type { LedgerLock } from '#shared/ledger/days.ts'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { momentText } from '#web/lib/moments.ts'
import { LockDialog } from './lock-dialog.tsx'

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
