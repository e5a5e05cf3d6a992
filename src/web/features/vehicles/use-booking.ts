import { useQueryClient } from '@tanstack/react-query'
import { errorResponseSchema } from '#shared/errors.ts'
import { centsToUnits, toMoney, type Money } from '#shared/money.ts'
import { requestQuote } from '#shared/vehicles/calls.ts'
import { dimensionsText } from '#shared/vehicles/items.ts'
import { movingMoment, type BookVehicleBody } from '#shared/vehicles/requests.ts'
import { ask } from '#web/lib/ask.ts'
import { CallError, messageOf } from '#web/lib/call-error.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { logProblem } from '#web/lib/log.ts'
import { useCall } from '#web/lib/use-call.ts'
import type { WizardDraft } from './draft/use-wizard-draft.ts'
import { pincodesOf, sizeOf, type Draft } from './draft/wizard-draft.ts'
import { estimatedPrice } from './estimate.tsx'
import type { Estimate } from './price-lines.tsx'
import { serviceTypesQuery } from './steps/service-step.tsx'

const FAILED = '❌ Failed to create checkout session. Please try again.'
/** How long sending waits for unfinished photo uploads and for the draft to be saved before it goes on without them, in milliseconds. */
const PHOTOS_MS = 15_000
const DRAFT_MS = 4000
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

type Options = { wizard: WizardDraft; whenUploaded: (milliseconds: number) => Promise<void> }

/** Sends the request for a quote once, at the price that the visitor has seen (specification §7, §8). */
export function useBooking({ wizard, whenUploaded }: Options) {
  const client = useQueryClient()
  const sending = useCall({
    mutationFn: async ({ estimate, price }: { estimate: Estimate; price: Money }) => {
      await whenUploaded(PHOTOS_MS)
      // The server takes contact and photos from the saved draft, so the draft is saved first.
      await Promise.race([wizard.flush(), pause(DRAFT_MS)])
      await ask(requestQuote, { body: bookPayload(wizard.latest.current, estimate, price) })
    },
    onSuccess: wizard.forget,
    onError: (error) => {
      logProblem('The request could not be sent', error)
      // Price and services may have changed in the meantime.
      if (error instanceof CallError && error.hasResponse) void client.invalidateQueries({ queryKey: serviceTypesQuery.queryKey })
    },
  })
  const { isSuccess, isError, error, variables } = sending
  const newPrice = variables && newPriceOf(error, variables.price)

  return {
    book: (estimate: Estimate, price = estimatedPrice(estimate)) => {
      // After a success no second request may be sent until the visitor leaves the page.
      if (!isSuccess) sending.mutate({ estimate, price })
    },
    isBusy: sending.isPending || isSuccess,
    isDone: isSuccess,
    failure: isError && newPrice === undefined ? failureOf(error) : undefined,
    clear: () => {
      if (isError) sending.reset()
    },
    newPrice,
    dismissNewPrice: sending.reset,
  }
}

/** Returns the specified text, or the server's message if retrying today would not help. */
function failureOf(error: unknown): string {
  return error instanceof CallError && error.status === 429 ? messageOf(error, FAILED) : FAILED
}

/** The new price after a price change. `asked` is the refused price, whose currency is used if the response has none. */
function newPriceOf(error: unknown, asked: Money): Money | undefined {
  if (!(error instanceof CallError) || error.code !== 'price_changed') return undefined
  const quote = readLeniently(errorResponseSchema, error.body)?.quote
  return quote && toMoney(quote.total, quote.currency ?? asked.currency)
}

/** The body has exactly the keys of specification §7; the places are the complete addresses. */
export function bookPayload(draft: Draft, estimate: Estimate, price: Money = estimatedPrice(estimate)): BookVehicleBody {
  const { fields, items } = draft
  const { pickup, drop } = pincodesOf(fields)
  const pickupDate = movingMoment(fields.movingDate).toISOString()
  return {
    serviceTypeId: fields.serviceTypeId,
    pickupLocation: fields.address.trim(),
    dropoffLocation: fields.dropaddress.trim(),
    pickupPinCode: pickup,
    dropoffPinCode: drop,
    price: centsToUnits(price.cents),
    pickupDate,
    dropoffDate: pickupDate,
    itemDetails: {
      items: items.map((item) => ({
        name: item.name.trim(),
        dimensions: dimensionsText(sizeOf(item)),
        photos: item.photos.map(({ name }) => sendableName(name)),
      })),
      floorCount: estimate.floors,
      helpers: estimate.helpers,
    },
    notes: '',
  }
}

/** Makes a file name storable: some file systems reject half a surrogate pair. */
function sendableName(name: string): string {
  return name.replace(/\p{Surrogate}/gu, '\ufffd')
}
