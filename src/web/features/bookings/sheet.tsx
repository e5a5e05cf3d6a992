import { ArrowLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '#shared/brand.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { StatusBadge } from './booking-parts.tsx'
import type { BookingView } from './booking-view.ts'

type PageProps = { back: string; actions: ReactNode; canPrint: boolean; children: ReactNode }

/** Screen layout around a printable sheet: back link, actions and print button. */
export function SheetPage({ back, actions, canPrint, children }: PageProps) {
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

type SheetProps = { eyebrow: string; booking: BookingView; subtitle?: string | undefined; children: ReactNode }

export function Sheet({ eyebrow, booking, subtitle, children }: SheetProps) {
  const { title, reference = booking.id, refundText } = booking
  return (
    <article className="rounded-card bg-paper p-6 shadow-card sm:p-10 print:p-0 print:shadow-none">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b-2 border-ink pb-6">
        <div className="min-w-0 flex-[1_1_18rem]">
          <p className="eyebrow">{eyebrow}</p>
          <h1 className="mt-2 text-3xl">{title}</h1>
          <p className="mt-1 text-ink-soft">{subtitle}</p>
        </div>
        <div>
          <p className="text-sm text-ink-soft">Reference</p>
          <p translate="no" className="font-display text-2xl font-semibold wrap-anywhere">
            {reference}
          </p>
          <StatusBadge booking={booking} />
        </div>
      </header>
      {refundText && <p className="mt-5 rounded-field bg-sun-tint px-4 py-3">{refundText}</p>}
      {children}
      <footer className="mt-6 border-t border-line pt-6">
        <h2 className="text-lg">Questions on the day?</h2>
        <p className="mt-1 text-ink-soft">
          {brand.name}, {brand.address}
        </p>
        <p className="flex flex-wrap gap-x-6">
          <a href={brand.phoneHref} className="text-link inline-flex min-h-11 min-w-0 items-center wrap-anywhere">
            {brand.phone}
          </a>
          <a
            href={`mailto:${brand.email}?subject=${encodeURIComponent(`Booking ${reference}`)}`}
            className="text-link inline-flex min-h-11 min-w-0 items-center wrap-anywhere"
          >
            {brand.email}
          </a>
        </p>
      </footer>
    </article>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}
