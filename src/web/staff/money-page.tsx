import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { downloadJournal, downloadRevenue } from '#shared/ledger/staff-calls.ts'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { filtersFrom } from '#web/features/ledger/staff/journal-address.ts'
import { useGuardedDownload } from './download-file.ts'
import { FilterLinks, useFilter } from './filter-links.tsx'
import { MoneyBalances } from './money-balances.tsx'
import { MoneyDays } from './money-days.tsx'
import { MoneyJournal } from './money-journal.tsx'
import { MoneyPayouts } from './money-payouts.tsx'
import { MoneyRevenue, useAskedRevenue } from './money-revenue.tsx'
import { PageFrame } from './page-frame.tsx'

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
