import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { currencyOf, toMoney, type Money } from '#shared/money.ts'
import { CallError } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { bookVehicle, serviceTypesQuery } from './api.ts'
import { bookPayload } from './book-payload.ts'
import { estimatedPrice, type Estimate } from './estimate/estimate.ts'
import type { WizardDraft } from './draft/use-wizard-draft.ts'

const FAILED = '❌ Failed to create checkout session. Please try again.'
/** How long a booking waits for photos and draft that are still on their way; without them it goes on all the same. */
const PHOTOS_MS = 15_000
const DRAFT_MS = 4000
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

type Options = { wizard: WizardDraft; whenUploaded: (milliseconds: number) => Promise<void> }

/** Sends the request for a quote, once, at the price that the visitor has seen (specification §7, §8). */
export function useBooking({ wizard, whenUploaded }: Options) {
  const client = useQueryClient()
  const isUnderWay = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [newPrice, setNewPrice] = useState<Money>()

  const send = async (estimate: Estimate, price: Money) => {
    await whenUploaded(PHOTOS_MS)
    // The booking takes contact and photos from the draft, so the draft goes first.
    await Promise.race([wizard.flush(), pause(DRAFT_MS)])
    await bookVehicle(bookPayload(wizard.latest.current, estimate, price))
    wizard.forget()
    setIsDone(true)
  }

  const book = async (estimate: Estimate, price = estimatedPrice(estimate)) => {
    // A ref and not the state: the second click of a double click comes before the next render.
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsBusy(true)
    setFailure(undefined)
    setNewPrice(undefined)
    try {
      await send(estimate, price)
      // Still under way until the page is left: a second request must not follow.
      return
    } catch (error) {
      logProblem('The request could not be sent', error)
      if (error instanceof CallError && error.code === 'price_changed' && error.quote) {
        setNewPrice(toMoney(error.quote.total, currencyOf(error.quote.currency, price.currency)))
      } else setFailure(FAILED)
      // Price and services may have changed meanwhile.
      if (error instanceof CallError && error.hasResponse) void client.invalidateQueries({ queryKey: serviceTypesQuery.queryKey })
    }
    isUnderWay.current = false
    setIsBusy(false)
  }

  return {
    book,
    isBusy,
    isDone,
    failure,
    clear: () => setFailure(undefined),
    newPrice,
    dismissNewPrice: () => setNewPrice(undefined),
  }
}
