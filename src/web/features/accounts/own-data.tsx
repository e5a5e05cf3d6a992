import { Download } from 'lucide-react'
import { brand } from '#shared/brand.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useOwnData } from './api/get-own-data.ts'

const FAILED = 'Your data could not be fetched. Please try again.'

/** Everything we keep about the visitor, as a file. */
export function OwnData() {
  // Not a plain link: with a session that has to be renewed first, the file would hold an error.
  const fetching = useOwnData(saveFile)
  return (
    <div>
      {fetching.isError && <Alert className="mb-4">{messageOf(fetching.error, FAILED, NO_RESPONSE)}</Alert>}
      <p className="max-w-text">Account, bookings, payments, drafts, reviews and devices, in one JSON file that other programs can read.</p>
      <Button variant="secondary" size="small" className="mt-4 min-h-11" isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
        {/* The ring takes its place: with both, large text has no room on a narrow phone. */}
        {!fetching.isPending && <Download aria-hidden="true" className="size-4" />}
        Download my data
      </Button>
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {fetching.isSuccess && 'The file is in your downloads.'}
      </p>
    </div>
  )
}

function saveFile(data: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `${brand.name.toLowerCase()}-my-data.json` })
  link.click()
  // Only once the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
