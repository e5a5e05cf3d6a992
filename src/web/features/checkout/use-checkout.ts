import { useState } from 'react'
import type { Day } from '#shared/dates.ts'
import { errorResponseSchema } from '#shared/errors.ts'
import type { Lenient } from '#shared/lenient.ts'
import type { CreateCheckoutBody } from '#shared/payments/checkout-body.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { ask } from '#web/lib/ask.ts'
import { CallError, NO_RESPONSE } from '#web/lib/call-error.ts'
import { leavePageFor } from '#web/lib/leave-page.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { useCall } from '#web/lib/use-call.ts'

/** Thrown when the response contains no URL (specification §8). */
export class MissingCheckoutUrl extends Error {
  override message = 'No checkout URL returned'
}

/** The message for a failed checkout: the server's, or the error's own, or the specified one (specification §8). */
export function checkoutMessage(error: unknown): string {
  const fallback = 'Failed to create checkout session'
  if (error instanceof CallError) return error.serverMessage ?? (error.hasResponse ? fallback : NO_RESPONSE)
  return error instanceof Error && error.message !== '' ? error.message : fallback
}

type PriceChanged = Lenient<typeof errorResponseSchema>
export type NewPrice = NonNullable<PriceChanged['price']>
/** What a choice of options costs now. */
export type NewOffer = NonNullable<PriceChanged['offer']>

type Wish = CreateCheckoutBody & {
  /** Set to book even though the day is already paid for. */
  isAgain?: true
}

/** Thrown instead of opening a checkout for a day that is already paid for, until the traveller confirms. */
class AlreadyPaid extends Error {}

/**
 * Starts a checkout. `findPaid` describes existing paid bookings of a day. `onRefused` is called on every error response, so that the page
 * can reload price and seats.
 */
export function useCheckout(findPaid: (day: Day) => Promise<string | undefined>, onRefused: () => void) {
  const [obstacle, setObstacle] = useState<string>()
  const starting = useCall({
    mutationFn: async ({ isAgain, ...body }: Wish) => {
      const paid = isAgain ? undefined : await findPaid(body.travelDate)
      if (paid !== undefined) throw new AlreadyPaid(paid)
      const answer = await ask(createCheckout, { body })
      if (!answer.url) throw new MissingCheckoutUrl()
      await leavePageFor(answer.url)
    },
    onMutate: () => setObstacle(undefined),
    onError: onRefused,
  })
  const { error } = starting
  const { price: newPrice, offer: newOffer } = changeOf(error)
  const paid = error instanceof AlreadyPaid ? error.message : undefined
  const isQuestion = newPrice !== undefined || newOffer !== undefined || paid !== undefined

  return {
    start: (wish: Wish) => starting.mutate(wish),
    /** Starts the checkout after the traveller's answer, with these changes. */
    startAfterAll: (change: Partial<Wish>) => starting.variables && starting.mutate({ ...starting.variables, ...change }),
    isBusy: starting.isPending,
    error: obstacle ?? (starting.isError && !isQuestion ? checkoutMessage(error) : undefined),
    /** Shows an error without starting a checkout. */
    setError: setObstacle,
    newPrice,
    newOffer,
    paid,
    /** Closes the question without an answer. */
    dismiss: starting.reset,
  }
}

/** What is asked for instead of the refused price; empty for any other refusal, and for one that does not say. */
function changeOf(error: unknown): Partial<PriceChanged> {
  if (!(error instanceof CallError) || error.code !== 'price_changed') return {}
  const { price, offer } = readLeniently(errorResponseSchema, error.body) ?? {}
  return { price, offer: offer?.total === undefined ? undefined : offer }
}
