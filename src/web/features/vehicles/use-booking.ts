import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { unitsToCents } from '#shared/money.ts'
import { CallError } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { bookVehicle, serviceTypesQuery } from './api.ts'
import { bookPayload } from './book-payload.ts'
import type { Estimate } from './estimate/estimate.ts'
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
  const [newPriceCents, setNewPriceCents] = useState<number>()

  const send = async (estimate: Estimate, priceCents: number) => {
    await whenUploaded(PHOTOS_MS)
    // The booking takes contact and photos from the draft, so the draft goes first.
    await Promise.race([wizard.flush(), pause(DRAFT_MS)])
    await bookVehicle(bookPayload(wizard.latest.current, estimate, priceCents))
    wizard.forget()
    setIsDone(true)
  }

  const book = async (estimate: Estimate, priceCents = estimate.totalCents) => {
    // A ref and not the state: the second click of a double click comes before the next render.
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsBusy(true)
    setFailure(undefined)
    setNewPriceCents(undefined)
    try {
      await send(estimate, priceCents)
      // Still under way until the page is left: a second request must not follow.
      return
    } catch (error) {
      logProblem('The request could not be sent', error)
      if (error instanceof CallError && error.code === 'price_changed' && error.quote) {
        setNewPriceCents(unitsToCents(error.quote.total))
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
    newPriceCents,
    dismissNewPrice: () => setNewPriceCents(undefined),
  }
}
