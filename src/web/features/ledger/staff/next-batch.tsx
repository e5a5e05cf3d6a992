import { infiniteQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { longDay } from '#shared/dates.ts'
import { MAX_BATCHES, withoutNumber, type ReadExport } from '#shared/ledger/export.ts'
import { getExport, listBatches, makeBatch } from '#shared/ledger/staff-calls.ts'
import { accountName, LEDGER_ACCOUNTS } from '#shared/ledger/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ask, queryOf } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

/** Begins the keys of both. */
export const EXPORT_KEY = [...consoleKey('ledger'), 'export']

export const exportQuery = queryOf(getExport, {}, { key: [...EXPORT_KEY, 'next'] })

export const batchesQuery = infiniteQueryOptions({
  queryKey: [...EXPORT_KEY, 'batches'],
  queryFn: ({ signal, pageParam }) => ask(listBatches, { query: { before: pageParam } }, signal),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page) => (page.length < MAX_BATCHES ? undefined : page.at(-1)?.number),
})

type Props = { seen: ReadExport; onDone: (message: string) => void }

/** What the next batch would hold, and the button that makes it. */
export function NextBatchPanel({ seen, onDone }: Props) {
  const { own, generated, hasMore, next } = seen
  const [isTicked, setIsTicked] = useState(false)
  const withGenerated = isTicked && generated !== null
  const send = useSend(makeBatch, EXPORT_KEY)
  const make = useCall({
    mutationFn: async () => send({ body: { number: next, withGenerated } }),
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

function together(own: Fresh | null, generated: Fresh): Fresh {
  if (!own) return generated
  return {
    entries: own.entries + generated.entries,
    firstDay: own.firstDay < generated.firstDay ? own.firstDay : generated.firstDay,
    lastDay: own.lastDay > generated.lastDay ? own.lastDay : generated.lastDay,
  }
}

const entriesText = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en-GB')} entries`)

/** "from 1 Nov 2026 to 26 Nov 2026", after a number of entries. */
export function daysText({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string {
  return firstDay === lastDay ? `of ${longDay(firstDay)}` : `from ${longDay(firstDay)} to ${longDay(lastDay)}`
}

type InCurrency = { account: string; currency: string }

/** Names accounts in the order of the list; the currency only of those that are among `all` in others too. */
export function accountsText(named: readonly InCurrency[], all: readonly InCurrency[]): string {
  const countIn = (list: readonly InCurrency[], account: string) => list.filter((each) => each.account === account).length
  const order = Object.keys(LEDGER_ACCOUNTS)
  const names = named
    .toSorted((a, b) => order.indexOf(a.account) - order.indexOf(b.account))
    .map(({ account, currency }) =>
      countIn(named, account) === countIn(all, account) ? accountName(account) : `${accountName(account)} (${currency.toUpperCase()})`,
    )
  return [...new Set(names)].join(', ')
}
