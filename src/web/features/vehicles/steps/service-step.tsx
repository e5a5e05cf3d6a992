import { queryOptions, useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { refundLines, SERVICE_WORDS } from '#shared/refunds/lines.ts'
import { listServiceTypes } from '#shared/vehicles/calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { priceText } from '#web/components/price.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { servicePrice } from '#web/features/vehicles/estimate.tsx'
import { ART } from '#web/lib/art.ts'
import { answerOf } from '#web/lib/ask.ts'
import { getJson } from '#web/lib/http.ts'
import type { StepFields } from './step-form.tsx'

/** Accepts both a bare list and one under `data`. */
export const serviceTypesQuery = queryOptions({
  queryKey: ['vehicles', 'services'],
  queryFn: async ({ signal }) => answerOf(listServiceTypes, listOf(getJson(listServiceTypes.path, {}, { signal }))),
})

async function listOf(call: Promise<unknown>): Promise<unknown> {
  const answer = await call
  return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
}

/** Step 2: the service, with its requirements for the customer. */
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
    <div className="grid grid-cols-1 gap-5">
      <SelectField
        {...chosen}
        label="Service"
        required
        placeholder="Choose a service"
        options={services.map((each) => ({ value: each.id, label: `${each.name} – ${priceText(servicePrice(each))}` }))}
        value={service ? chosen.value : ''}
        chosen={
          service && (
            <span className="flex min-h-7 flex-wrap items-baseline justify-between gap-x-4">
              {service.name}
              <strong className="font-semibold">{priceText(servicePrice(service))}</strong>
            </span>
          )
        }
      />
      <div role="status">
        {service && (
          <div className="appear grid grid-cols-1 gap-4" key={service.id}>
            <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem] sm:gap-6">
              <Picture
                picture={servicePicture(service)}
                alt=""
                sizes="(min-width: 40rem) 14rem, 90vw"
                className="aspect-video rounded-card sm:order-1 sm:aspect-4/3"
                imageClassName="object-[50%_60%]"
              />
              <p className="max-w-text min-w-0 wrap-anywhere">{service.description}</p>
            </div>
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

/** The refund on cancelling a paid quote, stated before anything is requested. */
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

/** Words by which to recognise a service, since staff choose names and descriptions but not pictures. */
const SIGNS = [
  { picture: ART.van4, words: ['carrier', 'passenger', 'minibus', 'airport'] },
  { picture: ART.van2, words: ['truck', 'lorry', 'piano', 'house', 'office'] },
  { picture: ART.van3, words: ['pickup', 'pick-up', 'single item', 'timber', 'garden'] },
]

/** The first vehicle that the service's name or description mentions, or else the cargo van. */
export function servicePicture({ name, description = '' }: { name: string; description?: string | undefined }) {
  const text = `${name} ${description}`.toLowerCase()
  return SIGNS.find(({ words }) => words.some((word) => text.includes(word)))?.picture ?? ART.van1
}
