import { useState } from 'react'
import { withoutNumber, type ReadExport } from '#shared/ledger/export.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useMakeBatch } from './api/send-export.ts'
import { accountsText, daysText } from './ledger-texts.ts'

type Props = { seen: ReadExport; onDone: (message: string) => void }

/** What the next batch would hold, and the button that makes it. */
export function NextBatchPanel({ seen, onDone }: Props) {
  const { own, generated, hasMore, next } = seen
  const [isTicked, setIsTicked] = useState(false)
  const withGenerated = isTicked && generated !== null
  const send = useMakeBatch()
  const make = useCall({
    mutationFn: async () => send({ number: next, withGenerated }),
    onSuccess: () => onDone(`Batch ${next} created.`),
  })
  const missing = withoutNumber(seen, withGenerated)
  const fresh = withGenerated ? together(own, generated) : own
  return (
    <Panel title={next === 1 ? 'Not exported yet' : `New since batch ${next - 1}`}>
      <div className="grid gap-4">
        <p className="text-base">
          {fresh ? (
            <>
              <strong className="font-semibold">
                <span>{hasMore && 'More than '}</span>
                {entriesText(fresh.entries)}
              </strong>{' '}
              {daysText(fresh)}
            </>
          ) : (
            'Nothing new has been posted.'
          )}
        </p>
        {generated && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={isTicked}
              disabled={make.isPending}
              onChange={({ target }) => setIsTicked(target.checked)}
              className="size-5 shrink-0 accent-coral-deep"
            />
            <span>Include generated test data ({entriesText(generated.entries)}). If you leave it out, it stays out of every batch.</span>
          </label>
        )}
        {fresh && missing.length > 0 && (
          <Alert kind="warning" title="You can’t create a batch yet">
            These accounts need a number: {accountsText(missing, seen.inUse)}.
          </Alert>
        )}
        {make.error && <Alert>{messageOf(make.error, 'We couldn’t create the batch. Please try again.', NO_RESPONSE)}</Alert>}
        <div>
          <Button
            size="small"
            className="min-h-11"
            isBusy={make.isPending}
            disabled={!fresh || missing.length > 0}
            onClick={() => make.mutate()}
          >
            Create batch {next}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

type Fresh = NonNullable<ReadExport['own']>

function together(one: Fresh | null, other: Fresh): Fresh {
  if (!one) return other
  return {
    entries: one.entries + other.entries,
    firstDay: one.firstDay < other.firstDay ? one.firstDay : other.firstDay,
    lastDay: one.lastDay > other.lastDay ? one.lastDay : other.lastDay,
  }
}

const entriesText = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en-GB')} entries`)
