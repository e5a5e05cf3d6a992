import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Money } from '#shared/money.ts'
import { checkPincodes } from '#shared/vehicles/calls.ts'
import { ask } from '#web/lib/ask.ts'
import { logProblem } from '#web/lib/log.ts'
import { useCall, useSingleCall } from '#web/lib/use-call.ts'
import { useWizardDraft } from './draft/use-wizard-draft.ts'
import { emptyDraft, pincodePair, pincodesOf, withField, type FieldName, type Fields } from './draft/wizard-draft.ts'
import { estimateOf } from './estimate.tsx'
import { serviceTypesQuery } from './steps/service-step.tsx'
import { checkLocation, furthestStep } from './steps/step-checks.ts'
import { useBooking } from './use-booking.ts'
import { usePhotos } from './use-photos.ts'

export function useVehicleWizard(owner: string) {
  const wizard = useWizardDraft(owner)
  const { draft, change } = wizard
  const services = useQuery(serviceTypesQuery)
  const service = services.data?.find(({ id }) => id === draft.fields.serviceTypeId)
  const estimate = service && estimateOf(service, draft.fields)

  const photos = usePhotos(wizard)
  const availability = useAvailability()
  const booking = useBooking({ wizard, whenUploaded: photos.whenUploaded })
  const { step, goTo } = useStep(draft.step, furthestStep(draft, estimate, services.isPending))
  /** The step that the visitor was sent back to because its input is no longer valid. */
  const [toldStep, setToldStep] = useState<number>()

  const go = (to: number) => {
    booking.clear()
    availability.clear()
    change((before) => ({ ...before, step: to }))
    goTo(to)
  }
  // Follows the browser's Back and Forward, and drafts loaded from elsewhere.
  const follow = useEffectEvent(() => {
    if (wizard.isReady && draft.step !== step) change((before) => ({ ...before, step }))
  })
  useEffect(() => follow(), [step])

  const { run: startOver } = useSingleCall(async () => {
    photos.removeAll()
    change(emptyDraft)
    setToldStep(undefined)
    go(0)
    // Saves at once, so that a reload does not bring the old draft back from the server.
    void wizard.flush()
  })

  return {
    draft,
    change,
    isReady: wizard.isReady,
    service,
    estimate,
    photos,
    availability,
    booking,
    step,
    toldStep,
    setField: (name: FieldName, value: string) => {
      if (name === 'pickupPinCode' || name === 'dropoffPinCode') availability.clear()
      change((before) => withField(before, name, value))
    },
    goTo: (to: number) => {
      setToldStep(undefined)
      go(to)
    },
    startOver,
    checkAvailability: () =>
      availability.check(draft.fields, () => {
        setToldStep(undefined)
        change((before) => ({ ...before, servedPincodes: pincodePair(before.fields) }))
        go(1)
      }),
    confirm: (price?: Money) => {
      if (!estimate) return
      // A moving date that was valid when chosen may since have passed.
      if (!checkLocation(draft.fields).success) {
        setToldStep(0)
        return go(0)
      }
      booking.book(estimate, price)
    },
  }
}

export type VehicleWizardState = ReturnType<typeof useVehicleWizard>

/** State of a history entry: its step, and how many wizard entries directly precede it. */
type Entry = { step: number; depth: number }

/**
 * The current step. Each step is a history entry under the same address, so that a phone's Back goes one step back. `kept` is the draft's
 * step; `furthest` is the last one that may be shown.
 */
function useStep(kept: number, furthest: number) {
  const { state, pathname } = useLocation() as { state: Partial<Entry> | null; pathname: string }
  const navigate = useNavigate()
  const step = Math.min(state?.step ?? kept, furthest)
  const depth = state?.depth ?? 0

  const goTo = (to: number) => {
    const back = step - to
    if (back > 0 && back <= depth && state?.step === step) return void navigate(-back)
    // The visitor's first entry holds no step yet; without one, Back would show the newest step there.
    if (back < 0 && state?.step !== step) void navigate(pathname, { state: { step, depth }, replace: true })
    const entry: Entry = { step: to, depth: back < 0 ? depth + 1 : 0 }
    void navigate(pathname, { state: entry, replace: back >= 0 })
  }
  return { step, goTo }
}

type Pair = ReturnType<typeof pincodesOf>
type Refusal = { message: string; detail?: string | undefined }

const FAILED: Refusal = { message: '❌ Something went wrong. Please try again later.' }
const NOT_SERVED = '❌ Sorry, service is not available in one or both entered pincodes.'

/** Specification §4, §8. */
function useAvailability() {
  const checking = useCall({
    mutationFn: async (pair: Pair): Promise<Refusal | undefined> => {
      const answer = await ask(checkPincodes, { body: pair })
      return answer.status === 'success' ? undefined : { message: NOT_SERVED, detail: whichOne(pair, answer.pickup, answer.drop) }
    },
    onError: (error) => logProblem('The pincodes could not be checked', error),
  })
  return {
    isChecking: checking.isPending,
    refusal: checking.isError ? FAILED : checking.data,
    clear: checking.reset,
    check: (fields: Fields, onServed: () => void) =>
      checking.mutate(pincodesOf(fields), { onSuccess: (refusal) => refusal === undefined && onServed() }),
  }
}

/** Names the pincode that is not served, if the response says which. */
function whichOne({ pickup, drop }: Pair, isPickupServed?: boolean, isDropServed?: boolean): string | undefined {
  const missing = [isPickupServed === false && pickup, isDropServed === false && drop].filter(Boolean)
  return missing.length === 0 ? undefined : `We don’t cover ${missing.join(' and ')} yet.`
}
