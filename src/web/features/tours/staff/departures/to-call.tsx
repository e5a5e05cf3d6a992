import { Link } from 'react-router'
import type { DepartureCancellation } from '#shared/cancellations/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { PhoneLink } from '#web/components/phone-link.tsx'

/** Customers to phone about a cancellation, because no email address of theirs is known. */
export function ToCall({ people }: { people: NonNullable<DepartureCancellation['notEmailed']> }) {
  return (
    <section aria-labelledby="to-call" className="mt-5 border-t border-line pt-4">
      <h3 id="to-call" className="font-sans font-semibold tracking-normal text-danger">
        {people.length === 1 ? '1 person has no email address: please call' : `${people.length} people have no email address: please call`}
      </h3>
      <ul className="divide-y divide-line">
        {people.map(({ bookingId, reference, name, phone }) => (
          <li key={bookingId} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{name}</span>,{' '}
              <Link translate="no" to={consolePages.booking(bookingId)} className="text-link">
                {reference}
              </Link>
            </span>
            {phone ? <PhoneLink phone={phone} /> : <span className="text-ink-soft">No phone number</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
