import { Download } from 'lucide-react'
import { brand } from '#shared/brand.ts'
import { localToday } from '#shared/dates.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useOwnData } from './api/get-own-data.ts'

const FAILED = 'We couldn’t download your data. Please try again.'

export function OwnData() {
  // Not a plain link: if the session had to be refreshed first, the file would contain an error.
  const fetching = useOwnData(saveFile)
  return (
    <div>
      {fetching.isError && <Alert className="mb-4">{messageOf(fetching.error, FAILED, NO_RESPONSE)}</Alert>}
      <p className="max-w-text">Your account, bookings, payments, drafts, reviews and devices in one JSON file.</p>
      <Button variant="secondary" size="small" className="mt-4 min-h-11" isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
        {/* Replaced by the spinner, because with both, large text does not fit on a narrow phone. */}
        {!fetching.isPending && <Download aria-hidden="true" className="size-4" />}
        <span>Download my data</span>
      </Button>
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {fetching.isSuccess && 'The file is in your downloads folder.'}
      </p>
    </div>
  )
}

function saveFile(data: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `${brand.name.toLowerCase()}-my-data-${localToday()}.json`,
  })
  link.click()
  // The browser must have started reading it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
