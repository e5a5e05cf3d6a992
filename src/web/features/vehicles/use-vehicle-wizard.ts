import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Money } from '#shared/money.ts'
import { useSingleCall } from '#web/lib/use-single-call.ts'
import { serviceTypesQuery } from './api/list-service-types.ts'
import { estimateOf } from './estimate/estimate.ts'
import { useAvailability } from './use-availability.ts'
import { useBooking } from './use-booking.ts'
import { usePhotos } from './photos/use-photos.ts'
import { useStep } from './steps/use-step.ts'
import { useWizardDraft } from './draft/use-wizard-draft.ts'
import { checkLocation, furthestStep } from './steps/step-checks.ts'
import { emptyDraft, pincodePair, withField, type FieldName } from './draft/wizard-draft.ts'

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
      // A moving date that was valid when chosen may be in the past by now.
      if (!checkLocation(draft.fields).success) {
        setToldStep(0)
        return go(0)
      }
      booking.book(estimate, price)
    },
  }
}

export type VehicleWizardState = ReturnType<typeof useVehicleWizard>
