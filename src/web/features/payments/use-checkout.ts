import { useEffect, useRef, useState } from 'react'
import type { ErrorAnswer } from '#shared/errors.ts'
import type { CreateCheckoutBody } from '#shared/payments.ts'
import { CallError } from '#web/lib/http.ts'
import { createCheckout } from './api.ts'
import { checkoutMessage, MissingCheckoutUrl } from './checkout-message.ts'

export type NewPrice = NonNullable<ErrorAnswer['price']>

/** `onRefused` hears of every answer that is no success, so that the page can look again at price and seats. */
export function useCheckout(onRefused: () => void) {
  const isUnderWay = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [newPrice, setNewPrice] = useState<NewPrice>()

  const end = () => {
    isUnderWay.current = false
    setIsBusy(false)
  }
  useLeftAndBack(end)

  const start = async (body: CreateCheckoutBody) => {
    // A ref and not the state: the second click of a double click comes before the next render.
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsBusy(true)
    setError(undefined)
    setNewPrice(undefined)
    try {
      const answer = await createCheckout(body)
      if (!answer?.url) throw new MissingCheckoutUrl()
      window.location.assign(answer.url)
    } catch (failure) {
      end()
      if (failure instanceof CallError && failure.code === 'price_changed' && failure.price) setNewPrice(failure.price)
      else setError(checkoutMessage(failure))
      onRefused()
    }
  }

  return { start, isBusy, error, setError, newPrice, dismissNewPrice: () => setNewPrice(undefined) }
}

export type Checkout = ReturnType<typeof useCheckout>

/** Back from the card page may bring this page out of the browser's cache as it was left: still busy. */
function useLeftAndBack(onBack: () => void): void {
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => event.persisted && latest.current()
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  }, [])
}
