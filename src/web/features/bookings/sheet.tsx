import type { ReactNode } from 'react'
import { brand } from '#shared/brand.ts'
import { StatusBadge } from './status-badge.tsx'
import type { BookingView } from './booking-view.ts'

type Props = { eyebrow: string; booking: BookingView; subtitle?: string | undefined; children: ReactNode }

export function Sheet({ eyebrow, booking, subtitle, children }: Props) {
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
