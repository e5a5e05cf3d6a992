import { ArrowLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'

type Props = { back: string; actions: ReactNode; canPrint: boolean; children: ReactNode }

/** Screen layout around a printable sheet: back link, actions and print button. */
export function SheetPage({ back, actions, canPrint, children }: Props) {
  return (
    <div className="page-width max-w-3xl! py-8 md:py-14 print:max-w-none! print:p-0">
      <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
        <Link to={back} className="text-link inline-flex max-sm:w-full sm:mr-auto min-h-11 items-center gap-2">
          <ArrowLeft aria-hidden="true" className="size-4" />
          My Bookings
        </Link>
        {actions}
        {canPrint && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}

type FailureProps = { query: { error: Error | null; refetch: () => unknown } }

/** Explains why the sheet is missing, with a retry if that may help. */
export function SheetFailure({ query }: FailureProps) {
  const isUnknown = query.error instanceof CallError && query.error.status === 404
  return (
    <>
      <h1 className="mb-6 text-3xl">Booking confirmation</h1>
      <Alert>{messageOf(query.error, 'We couldn’t load the confirmation. Please try again.', NO_RESPONSE)}</Alert>
      {!isUnknown && (
        <Button className="mt-6" onClick={() => query.refetch()}>
          Try again
        </Button>
      )}
    </>
  )
}

export function SheetSkeleton() {
  return (
    <div className="grid gap-4 rounded-card bg-paper p-6 shadow-card sm:p-10">
      <h1 className="sr-only">Booking confirmation</h1>
      <p role="status" className="text-ink-soft">
        Loading...
      </p>
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="h-56" />
    </div>
  )
}
