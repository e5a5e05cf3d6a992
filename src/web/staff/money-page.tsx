import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { calls } from '#shared/paths.ts'
import { Button } from '#web/components/button.tsx'
import { filtersFrom } from '#web/features/ledger/staff/journal-address.ts'
import { useGuardedDownload } from './download-file.ts'
import { FilterLinks, useFilter } from './filter-links.tsx'
import { MoneyBalances } from './money-balances.tsx'
import { MoneyJournal } from './money-journal.tsx'
import { MoneyPayouts } from './money-payouts.tsx'
import { PageFrame } from './page-frame.tsx'

const SHOWN = {
  param: 'show',
  options: [
    ['balances', 'Balances'],
    ['journal', 'Journal'],
    ['payouts', 'Payouts'],
  ],
} as const

export function MoneyPage() {
  const [params] = useSearchParams()
  const shown = useFilter(SHOWN)
  const isJournal = shown === 'journal'
  const filters = isJournal ? filtersFrom(params) : {}
  const download = useGuardedDownload(calls.staffJournalFile, filters)
  return (
    <PageFrame
      title="Money"
      note={isJournal && <p className="text-ink-soft">Nobody can change or delete an entry.</p>}
      actions={
        <Button size="small" variant="secondary" className="min-h-11" isBusy={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden="true" className="size-4.5" /> {isJournal ? 'CSV of what is shown' : 'CSV of the journal'}
        </Button>
      }
    >
      <div className="mb-4">
        <FilterLinks label="Money" {...SHOWN} />
      </div>
      {isJournal ? <MoneyJournal filters={filters} /> : shown === 'payouts' ? <MoneyPayouts /> : <MoneyBalances />}
    </PageFrame>
  )
}
