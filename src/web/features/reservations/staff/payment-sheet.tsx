import { Printer } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { brand } from '#shared/brand.ts'
import { longDay } from '#shared/dates.ts'
import { dueText } from '#shared/reservations/due-moments.ts'
import { guestsText } from '#shared/bookings/guests-text.ts'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { Button } from '#web/components/button.tsx'
import { CopyLink } from '#web/components/copy-link.tsx'
import { amountText } from '#web/lib/amounts.ts'

// Loaded lazily, because only this page needs the script.
const QrCode = lazy(async () => ({ default: (await import('#web/components/qr-code.tsx')).QrCode }))

type Props = { booking: ReadStory['booking']; url: string; /** The agency's. */ timeZone: string }

export function PaymentSheet({ booking, url, timeZone }: Props) {
  const { reference, title, startsOn, guests, customer, total, currency, reservation } = booking
  const facts: [string, string][] = [
    ['Booking', reference],
    ['For', customer.name],
    ['Tour', title],
    ['Date', longDay(startsOn)],
    ['Guests', guestsText(guests ?? 0)],
    ['To pay', amountText({ amount: total, currency })],
    ...(reservation ? [['By', dueText(new Date(reservation.dueAt), timeZone)] satisfies [string, string]] : []),
  ]
  return (
    <section
      aria-label="Payment link"
      className="max-w-3xl rounded-card border border-line bg-paper p-4 sm:p-6 print:max-w-none print:rounded-none print:border-0 print:p-0"
    >
      <p className="mb-4 hidden font-display text-lg font-semibold print:block">{brand.name}</p>
      <div className="flex flex-wrap items-start justify-between gap-6">
        <dl className="grid min-w-0 flex-1 basis-64 grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft print:text-ink">{name}</dt>
              <dd className="font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <Suspense fallback={<div className="aspect-square w-44 max-w-full shrink-0" />}>
          <QrCode text={url} label="The payment link as a QR code" className="aspect-square w-44 max-w-full shrink-0" />
        </Suspense>
      </div>
      <div className="mt-5 border-t border-line pt-4">
        <p className="mb-1 font-semibold">Pay by card here</p>
        <p className="wrap-anywhere select-all">{url}</p>
        <div className="mt-4">
          <CopyLink url={url} variant="secondary">
            <Button variant="secondary" size="small" className="min-h-11" onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-4" /> Print
            </Button>
          </CopyLink>
        </div>
        <p className="mt-4 text-ink-soft print:text-ink">
          You can use the link as often as you need until then. Questions? {brand.phone} or {brand.email}.
        </p>
      </div>
    </section>
  )
}
