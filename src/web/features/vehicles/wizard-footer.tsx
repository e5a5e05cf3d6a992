import { Alert } from '#web/components/alert.tsx'
import { priceText } from '#web/components/price.tsx'
import { estimatedPrice } from './estimate/estimate.ts'
import type { VehicleWizardState } from './use-vehicle-wizard.ts'
import { WizardActions } from './wizard-actions.tsx'
import { LAST_STEP, photosOf } from './draft/wizard-draft.ts'

/** The actions of the current step, with the error message after a failed attempt. */
export function WizardFooter({ wizard, formId }: { wizard: VehicleWizardState; formId: string }) {
  const { step, draft, service, estimate, availability, booking, isReady } = wizard
  const { pickupPinCode, dropoffPinCode, movingDate } = draft.fields
  const isFilled = [pickupPinCode, dropoffPinCode, movingDate].every((text) => text.trim() !== '')
  const isUploading = step === LAST_STEP && photosOf(draft).some(({ state }) => state === 'uploading')
  const { refusal, isChecking } = availability

  const action = {
    label: step === 0 ? 'Check Availability' : step < LAST_STEP ? 'Continue' : booking.isBusy ? 'Submitting...' : 'Confirm Booking',
    isBusy: isChecking || booking.isBusy,
    isDisabled: !isReady || (step === 0 ? !isFilled : step === 1 ? !service : false),
  }

  return (
    <WizardActions
      {...action}
      form={formId}
      onBack={step === 0 ? undefined : () => wizard.goTo(step - 1)}
      price={
        step > 0 &&
        estimate && (
          <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2 tabular-nums">
            <span className="text-sm text-ink-soft">{step === LAST_STEP ? 'Final amount' : 'Price so far'}</span>
            <strong className="font-display text-lg">{priceText(estimatedPrice(estimate))}</strong>
          </p>
        )
      }
    >
      {step === 0 && refusal && (
        <Alert className="mb-3">
          <p>{refusal.message}</p>
          {refusal.detail && <p className="mt-1">{refusal.detail}</p>}
        </Alert>
      )}
      {booking.failure && <Alert className="mb-3">{booking.failure}</Alert>}
      <p role="status" className="text-sm text-ink-soft not-empty:pb-2">
        {isUploading && 'Your photos are still uploading. You can confirm now; we’ll wait for them.'}
      </p>
    </WizardActions>
  )
}
