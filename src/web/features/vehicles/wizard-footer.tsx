import type { ReactNode } from 'react'
import type { Money } from '#shared/money.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { priceText } from '#web/components/price.tsx'
import { QuestionDialog } from '#web/components/dialog.tsx'
import { LAST_STEP, photosOf } from './draft/wizard-draft.ts'
import { estimatedPrice } from './estimate.tsx'
import type { VehicleWizardState } from './use-vehicle-wizard.ts'

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

type ActionProps = {
  form: string
  label: string
  isBusy?: boolean
  isDisabled?: boolean
  onBack?: (() => void) | undefined
  /** The running price, shown on phones, where the summary is hidden. */
  price: ReactNode
  /** The error message, right above the button that was pressed. */
  children?: ReactNode
}

/**
 * Back and the primary action at the foot of the card, fixed to the bottom edge on phones; not if the text is so large or the screen so low
 * that they would cover half of the step.
 */
function WizardActions({ form, label, isBusy = false, isDisabled = false, onBack, price, children }: ActionProps) {
  return (
    <div className="sticky bottom-[min(0px,(100dvh-34rem)*9)] z-10 rounded-b-card border-t border-line bg-paper px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-8 md:static md:py-5">
      {children}
      <div className="lg:hidden">{price}</div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {onBack && (
          <Button variant="secondary" disabled={isBusy} onClick={onBack} className="px-5">
            Back
          </Button>
        )}
        <Button type="submit" form={form} isBusy={isBusy} disabled={isDisabled} className="grow px-4 md:ml-auto md:min-w-56 md:grow-0">
          {label}
        </Button>
      </div>
    </div>
  )
}

type NewPriceProps = { price: Money | undefined; onConfirm: (price: Money) => void; onClose: () => void }

/** Shown when the price has just changed: nothing is requested until the visitor agrees to the new one. */
export function NewPriceDialog({ price, onConfirm, onClose }: NewPriceProps) {
  if (!price) return null
  return (
    <QuestionDialog
      title="The price has changed"
      yes={`Confirm for ${priceText(price)}`}
      no="Not now"
      onYes={() => onConfirm(price)}
      onNo={onClose}
    >
      <p>
        This service now costs <strong>{priceText(price)}</strong> in total. Do you want to request the quote at this price?
      </p>
      <p className="mt-2 text-ink-soft">You haven’t requested or paid anything yet.</p>
    </QuestionDialog>
  )
}
