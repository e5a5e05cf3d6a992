import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { draftResponseSchema } from '#shared/vehicles/drafts.ts'
import { serviceTypeSchema } from '#shared/vehicles/public.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { NONSENSE, spoilt } from '../../../../tests/support/spoilt.ts'
import { serviceTypesQuery, ServiceStep } from './steps/service-step.tsx'
import { mergeDrafts, toContent } from './draft/kept-draft.ts'
import { emptyDraft } from './draft/wizard-draft.ts'
import { estimateOf } from './estimate.tsx'
import { PriceLines } from './price-lines.tsx'

const SERVICE = {
  id: 's1',
  name: 'Flat move',
  price: 24_900,
  description: 'A van and two helpers.',
  specialrequirements: 'A parking space.',
  stripeProductId: null,
  pricingRules: [
    { type: 'perFloor', value: 500 },
    { type: 'perHelper', value: 900 },
  ],
  refundPolicy: { fullRefundDays: 3, partialRefundDays: 1, partialRefundPercentage: 50 },
}

const choice = () => {
  const ignore = async () => {}
  return {
    name: 'serviceTypeId' as const,
    value: 's1',
    ref: ignore,
    error: undefined,
    disabled: false,
    onBlur: ignore,
    onValueChange: ignore,
  }
}
const FLOORS = { pickupFloor: '1', dropFloor: '2', helpers: '3' }

it('shows services and their prices whatever their fields are', () => {
  fc.assert(
    fc.property(spoilt([SERVICE, SERVICE]), (answer) => {
      const services = readLeniently(z.array(serviceTypeSchema), answer) ?? []
      const client = new QueryClient()
      client.setQueryData(serviceTypesQuery.queryKey, services)
      const page = (
        <QueryClientProvider client={client}>
          <ServiceStep choice={choice} />
        </QueryClientProvider>
      )
      const prices = services.map((service) => renderToStaticMarkup(<PriceLines estimate={estimateOf(service, FLOORS)} />))
      expect([renderToStaticMarkup(page), ...prices].join('\n')).not.toMatch(NONSENSE)
    }),
  )
})

it('goes on with a saved request whatever its fields are, and can save it again', () => {
  const item = { id: 'i1', name: 'Sofa', length: 1, width: 2, height: 3, photos: [{ id: 'f1', name: 'sofa.jpg' }] }
  const draft = { ...toContent(emptyDraft()), step: 4, items: [item] }
  const photo = { id: 'f1', itemId: 'i1', name: 'sofa.jpg', url: '/vehicles/photos/f1', width: 1, height: 1, bytes: 1 }
  fc.assert(
    fc.property(spoilt({ version: 3, draft, photos: [photo] }), (answer) => {
      const kept = readLeniently(draftResponseSchema, answer)
      if (!kept) return
      const merged = mergeDrafts(undefined, { version: kept.version ?? 0, draft: kept.draft ?? null, photos: kept.photos })
      expect(JSON.stringify(toContent(merged))).not.toMatch(/NaN|undefined/)
    }),
  )
})
