import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { refundLines, SERVICE_WORDS } from '#shared/refund-lines.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { priceText } from '#web/components/price.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { serviceTypesQuery } from '#web/features/vehicles/api.ts'
import { servicePrice } from '#web/features/vehicles/estimate/estimate.ts'
import type { StepFields } from './step-form.tsx'

/** Step 2: which service, with what it requires of the customer. */
export function ServiceStep({ choice }: Pick<StepFields, 'choice'>) {
  const { data: services, isFetching, isError, refetch } = useQuery(serviceTypesQuery)
  if (!services && isFetching) return <Note>Loading services...</Note>
  if (isError && !services) {
    return (
      <Alert>
        <p>❌ Failed to load services. Please try again later.</p>
        <Button variant="secondary" size="small" className="mt-3 min-h-11" onClick={() => void refetch({ cancelRefetch: false })}>
          Try again
        </Button>
      </Alert>
    )
  }
  if (!services || services.length === 0) return <Note>No services available</Note>

  const chosen = choice('serviceTypeId')
  const service = services.find(({ id }) => id === chosen.value)
  return (
    <div className="grid gap-5">
      <SelectField
        {...chosen}
        label="Service"
        required
        placeholder="Choose a service"
        options={services.map((each) => ({ value: each.id, label: `${each.name} – ${priceText(servicePrice(each))}` }))}
        value={service ? chosen.value : ''}
      />
      <div role="status">
        {service && (
          <div className="appear grid gap-4" key={service.id}>
            <p className="max-w-text">{service.description}</p>
            {service.specialrequirements && (
              <div className="flex gap-3 rounded-field bg-sun-tint px-4 py-3">
                <ClipboardCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sun-deep" />
                <div className="min-w-0">
                  <h3 className="font-sans text-base font-semibold">Special requirements</h3>
                  <p>{service.specialrequirements}</p>
                </div>
              </div>
            )}
            <RefundPolicy policy={service.refundPolicy} />
          </div>
        )}
      </div>
    </div>
  )
}

/** What a cancellation gives back once the quote has been paid: said before anything is asked for. */
function RefundPolicy({ policy }: { policy: Parameters<typeof refundLines>[0] }) {
  const lines = refundLines(policy, SERVICE_WORDS)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="service-refunds">
      <h3 id="service-refunds" className="font-sans text-base font-semibold">
        Refund policy
      </h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-ink-soft">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function Note({ children }: { children: string }) {
  return (
    <p role="status" className="rounded-field bg-sand px-4 py-6 text-center text-ink-soft">
      {children}
    </p>
  )
}
