import { useState } from 'react'
import { errorResponseSchema } from '#shared/errors.ts'
import type { Lenient } from '#shared/lenient.ts'
import type { CreateCheckoutBody } from '#shared/payments.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { CallError } from '#web/lib/http.ts'
import { leavePageFor } from '#web/lib/leave-page.ts'
import { useCall } from '#web/lib/use-call.ts'
import { createCheckout } from './api.ts'
import { checkoutMessage, MissingCheckoutUrl } from './checkout-message.ts'

export type NewPrice = NonNullable<Lenient<typeof errorResponseSchema>['price']>

/** Starts a checkout. `onRefused` is called on every error response, so that the page can reload price and seats. */
export function useCheckout(onRefused: () => void) {
  const [obstacle, setObstacle] = useState<string>()
  const starting = useCall({
    mutationFn: async (body: CreateCheckoutBody) => {
      const answer = await createCheckout(body)
      if (!answer.url) throw new MissingCheckoutUrl()
      await leavePageFor(answer.url)
    },
    onMutate: () => setObstacle(undefined),
    onError: onRefused,
  })
  const newPrice = newPriceOf(starting.error)
  const failure = starting.isError && !newPrice ? checkoutMessage(starting.error) : undefined

  return {
    start: (body: CreateCheckoutBody) => starting.mutate(body),
    isBusy: starting.isPending,
    error: obstacle ?? failure,
    /** Shows why there is nothing to start. */
    setError: setObstacle,
    newPrice,
    dismissNewPrice: starting.reset,
  }
}

function newPriceOf(error: unknown): NewPrice | undefined {
  return error instanceof CallError && error.code === 'price_changed' ? readLeniently(errorResponseSchema, error.body)?.price : undefined
}
