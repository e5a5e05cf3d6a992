import type { ReactNode } from 'react'
import type { ServiceType } from '#shared/vehicles/public.ts'
import { refundAtStart, SERVICE_WORDS } from '#shared/refunds/lines.ts'
import { normalisePhone } from '#shared/vehicles/requests.ts'
import { dayIn } from '#shared/dates.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Alert } from '#web/components/alert.tsx'
import { isItemUntouched, pincodesOf, type Draft } from '#web/features/vehicles/draft/wizard-draft.ts'
import { PriceLines, type Estimate } from '#web/features/vehicles/price-lines.tsx'
import { movingText } from '#web/features/vehicles/moving-text.ts'
import { ItemCard } from './items-step.tsx'

type Props = {
  draft: Draft
  service: { name: string; description?: string | undefined; refundPolicy?: ServiceType['refundPolicy'] | undefined }
  estimate: Estimate
  onChange: (step: number) => void
  isDisabled: boolean
}

/** Step 6: a summary, with links back to each part. */
export function ConfirmStep({ draft, service, estimate, onChange, isDisabled }: Props) {
  const { fields, items, newItem } = draft
  const { pickup, drop } = pincodesOf(fields)
  const refundNote = refundAtStart(
    service.refundPolicy,
    fields.movingDate.slice(0, 10),
    dayIn(PICKUP_TIME_ZONE, serverNow()),
    SERVICE_WORDS,
  )
  const change = (step: number) => (isDisabled ? undefined : () => onChange(step))
  return (
    <div className="grid gap-6">
      <Part title="Service" onChange={change(1)}>
        <p className="font-semibold">{service.name}</p>
        <p className="mt-1 max-w-text text-ink-soft">{service.description}</p>
      </Part>
      <Part title="Location" onChange={change(0)}>
        <Facts>
          <Fact name="Pickup pincode">{pickup}</Fact>
          <Fact name="Drop-off pincode">{drop}</Fact>
          <Fact name="Date and time">{movingText(fields.movingDate)}</Fact>
        </Facts>
      </Part>
      <Part title="Contact details" onChange={change(2)}>
        <Facts>
          <Fact name="Name">{fields.name}</Fact>
          <Fact name="Phone">+44 {normalisePhone(fields.phone)}</Fact>
          <Fact name="Email">
            <span translate="no">{fields.email}</span>
          </Fact>
          <Fact name="Pickup address">{fields.address}</Fact>
          <Fact name="Drop-off address">{fields.dropaddress}</Fact>
        </Facts>
      </Part>
      <Part title="Items" onChange={change(3)}>
        {items.length === 0 ? (
          <p className="text-ink-soft">No items listed.</p>
        ) : (
          <ul className="grid gap-3">
            {items.map((item) => (
              <ItemCard key={item.id} item={item} />
            ))}
          </ul>
        )}
        {!isItemUntouched(newItem) && (
          <Alert kind="warning" className="mt-3">
            You started describing {newItem.name.trim() === '' ? 'an item' : `“${newItem.name.trim()}”`} but didn’t add it to the list.
          </Alert>
        )}
      </Part>
      <section aria-labelledby="final-amount" className="rounded-card bg-sand p-4 sm:p-5">
        <h3 id="final-amount" className="mb-2 text-lg">
          Final amount
        </h3>
        <PriceLines estimate={estimate} />
        {refundNote !== undefined && (
          <p className="mt-3 text-sm text-ink-soft">Once you have paid: {refundNote.charAt(0).toLowerCase() + refundNote.slice(1)}</p>
        )}
      </section>
    </div>
  )
}

function Part({ title, onChange, children }: { title: string; onChange: (() => void) | undefined; children: ReactNode }) {
  return (
    <section className="border-b border-line pb-5">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 className="text-lg">{title}</h3>
        <button type="button" disabled={!onChange} onClick={onChange} className="text-link -mr-2 min-h-11 px-2">
          Change<span className="sr-only"> {title}</span>
        </button>
      </div>
      {children}
    </section>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)]">{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 sm:contents">
      <dt className="text-sm text-ink-soft sm:text-base">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}
