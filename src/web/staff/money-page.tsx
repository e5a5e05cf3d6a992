import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { downloadJournal, downloadRevenue } from '#shared/ledger/staff-calls.ts'
import type { JournalFilters } from '#shared/ledger/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { EntryFilters } from '#web/components/entry-filters.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { balanceGroups, BalancePanel, moneyQuery, UnallocatedPanel } from '#web/features/ledger/staff/balances.tsx'
import { filtersFrom } from '#web/features/ledger/staff/journal-address.ts'
import { JOURNAL_FIELDS, journalQuery, JournalRow } from '#web/features/ledger/staff/journal.tsx'
import { ledgerLockQuery, LockPanel } from '#web/features/ledger/staff/lock.tsx'
import { PayoutRow, payoutsQuery } from '#web/features/ledger/staff/payouts.tsx'
import { TillRow, tillsQuery } from '#web/features/ledger/staff/tills.tsx'
import { BookedTourFilter } from './booked-tour-filter.tsx'
import { useGuardedDownload } from './download-file.ts'
import { FailedPart } from './failed-part.tsx'
import { FilterLinks, useFilter } from './filter-links.tsx'
import { ListFrame } from './list-frame.tsx'
import { useMay } from './member.ts'
import { MoneyRevenue, useAskedRevenue } from './money-revenue.tsx'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { useRowKeys } from './rows.ts'

// Rarely opened, and with a form.
const MoneyExport = lazy(async () => ({ default: (await import('./money-export.tsx')).MoneyExport }))

const SHOWN = {
  param: 'show',
  options: [
    ['balances', 'Balances'],
    ['revenue', 'Revenue'],
    ['journal', 'Journal'],
    ['payouts', 'Payouts'],
    ['days', 'Till and periods'],
    ['export', 'Export'],
  ],
} as const

export function MoneyPage() {
  const [params] = useSearchParams()
  const shown = useFilter(SHOWN)
  const isJournal = shown === 'journal'
  const filters = isJournal ? filtersFrom(params) : {}
  const { by: _, sort: __, ...months } = useAskedRevenue()
  const journal = useGuardedDownload(downloadJournal.path, filters)
  const revenue = useGuardedDownload(downloadRevenue.path, months)
  const download = shown === 'revenue' ? revenue : journal
  return (
    <PageFrame
      title="Money"
      note={isJournal && <p className="text-ink-soft">Entries can’t be changed or deleted.</p>}
      actions={
        <Button size="small" variant="secondary" className="min-h-11" isBusy={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden="true" className="size-4.5" />{' '}
          {shown === 'revenue'
            ? 'Download by month, tour and channel (CSV)'
            : isJournal
              ? 'Download this view (CSV)'
              : 'Download journal (CSV)'}
        </Button>
      }
    >
      <div className="mb-4">
        <FilterLinks label="Money" {...SHOWN} />
      </div>
      {shown === 'balances' && <MoneyBalances />}
      {isJournal && <MoneyJournal filters={filters} />}
      {shown === 'payouts' && <MoneyPayouts />}
      {shown === 'days' && <MoneyDays />}
      {shown === 'revenue' && <MoneyRevenue />}
      {shown === 'export' && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <MoneyExport />
        </Suspense>
      )}
    </PageFrame>
  )
}

/** How much stands where, and what is for no booking yet. */
function MoneyBalances() {
  const { data, error, isFetching, refetch } = useQuery(moneyQuery)
  useRowKeys('Balances', 'balance')
  if (!data && error)
    return <FailedPart title="We couldn’t load the balances" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.balances.length === 0)
    return (
      <div className="rounded-card border border-line bg-paper">
        <EmptyState title="No payments yet">Payments appear here as soon as they’re received.</EmptyState>
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-5">
      {data.isGenerated && <Alert kind="info">Includes generated test data.</Alert>}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 xl:grid-cols-3">
        {balanceGroups(data.balances).map((group) => (
          <BalancePanel key={group.title} group={group} />
        ))}
      </div>
      <UnallocatedPanel receipts={data.unallocated} />
    </div>
  )
}

function Waiting() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-5 lg:grid-cols-2 xl:grid-cols-3">
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} className="h-56" />
      ))}
    </div>
  )
}

/** Everything that was posted, the newest first. */
function MoneyJournal({ filters }: { filters: JournalFilters }) {
  const [, setParams] = useSearchParams()
  const list = useInfiniteQuery(journalQuery(filters))
  const entries = list.data?.pages.flat()
  const ask = (asked: object) => {
    const next = Object.entries(asked).filter(([, value]) => value !== '') as [string, string][]
    setParams([['show', 'journal'], ...next], { replace: true })
  }
  const { tour = '', ...others } = filters
  const focusSearch = () => document.querySelector<HTMLInputElement>('input[name="booking"]')?.focus()
  useRowKeys('Entries', 'entry', [{ keys: '/', label: 'Search by booking', run: focusSearch }])
  return (
    <>
      <div className="mb-4 grid gap-3">
        <EntryFilters fields={JOURNAL_FIELDS} filters={filters} onAsk={(asked) => ask({ ...asked, tour })} />
        <BookedTourFilter value={tour} onChange={(chosen) => ask({ ...others, tour: chosen })} />
      </div>
      <ListFrame
        list={list}
        count={entries?.length}
        failed="We couldn’t load the journal"
        empty={<EmptyState title="No entries">No entries match these filters.</EmptyState>}
      >
        {entries?.map((entry) => (
          <JournalRow key={entry.id} entry={entry} />
        ))}
      </ListFrame>
    </>
  )
}

/** What the card provider has sent to the bank, the newest first. */
function MoneyPayouts() {
  const list = useInfiniteQuery(payoutsQuery)
  const payouts = list.data?.pages.flat()
  return (
    <ListFrame
      list={list}
      count={payouts?.length}
      failed="We couldn’t load the payouts"
      empty={<EmptyState title="No payouts yet">Payouts from the card provider to your bank appear here overnight.</EmptyState>}
    >
      {payouts?.map((payout) => (
        <PayoutRow key={payout.id} payout={payout} />
      ))}
    </ListFrame>
  )
}

/** Which days are locked, and the cash of each day with what was counted. */
function MoneyDays() {
  const may = useMay()
  const lock = useQuery(ledgerLockQuery)
  const list = useInfiniteQuery(tillsQuery)
  const days = list.data?.pages.flat()
  useRowKeys('Days', 'day')
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <section aria-label="Daily cash">
        <ListFrame
          list={list}
          count={days?.length}
          failed="We couldn’t load the days"
          empty={<EmptyState title="No cash yet">Days with cash payments appear here, ready to count once the day is over.</EmptyState>}
        >
          {days?.map((day) => (
            <TillRow key={day.day} day={day} canClose={may('money.closeTill')} onDone={notify} />
          ))}
        </ListFrame>
      </section>
      <div className="xl:order-last max-xl:order-first">
        {lock.data ? (
          <LockPanel lock={lock.data} canLock={may('money.lock')} onDone={notify} />
        ) : lock.error ? (
          <FailedPart title="We couldn’t load the lock" error={lock.error} isBusy={lock.isFetching} onRetry={() => void lock.refetch()} />
        ) : (
          <Skeleton className="h-56" />
        )}
      </div>
    </div>
  )
}
