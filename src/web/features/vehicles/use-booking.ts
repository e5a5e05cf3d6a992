import { useQueryClient } from '@tanstack/react-query'
import { errorResponseSchema } from '#shared/errors.ts'
import { toMoney, type Money } from '#shared/money.ts'
import { requestQuote } from '#shared/vehicles/calls.ts'
import { ask } from '#web/lib/ask.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { CallError, messageOf } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { useCall } from '#web/lib/use-call.ts'
import { serviceTypesQuery } from './api/list-service-types.ts'
import { bookPayload } from './book-payload.ts'
import { estimatedPrice, type Estimate } from './estimate/estimate.ts'
import type { WizardDraft } from './draft/use-wizard-draft.ts'

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
