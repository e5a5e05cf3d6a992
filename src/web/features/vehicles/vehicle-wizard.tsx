import { useId } from 'react'
import { Skeleton } from '#web/components/skeleton.tsx'
import { NewPriceDialog } from './estimate/new-price-dialog.tsx'
import { EstimateSummary } from './estimate/estimate-summary.tsx'
import { StartOver } from './start-over.tsx'
import { StepIndicator } from './steps/step-indicator.tsx'
import { SuccessDialog } from './success-dialog.tsx'
import { useStepHeading } from './steps/use-step-heading.ts'
import { useVehicleWizard } from './use-vehicle-wizard.ts'
import { WizardFooter } from './wizard-footer.tsx'
import { WizardStep } from './steps/wizard-step.tsx'
import { isUntouched, photosOf, STEPS } from './draft/wizard-draft.ts'

const INTRODUCTIONS = [
  'Where from, where to and when?',
  'Choose a service to see the price.',
  'Your contact details and the exact addresses.',
  'What are we moving? Photos help us send the right vehicle.',
  'Stairs and helpers.',
  'Please check your details.',
]

type Props = {
  /** The account that owns the draft. `isConfirmed` tells whether its email address is confirmed, if known. */
  account: { name: string | null; email: string | null; isConfirmed: boolean | undefined }
  onDone: () => void
}

/** Specification §2. */
export function VehicleWizard({ account, onDone }: Props) {
  const { name, email, isConfirmed } = account
  const wizard = useVehicleWizard(email ?? '')
  const { step, draft, service, estimate, booking } = wizard
  const formId = useId()
  const heading = useStepHeading(step, wizard.toldStep === step)

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <section
        aria-label="Request a quote"
        className="min-w-0 rounded-card bg-paper shadow-lift [&_:is(input,select,textarea,button)]:scroll-mb-44"
      >
        <div className="border-b border-line px-3 pt-5 pb-3 sm:px-6 sm:pb-4">
          <StepIndicator step={step} onGoTo={wizard.goTo} isDisabled={booking.isBusy} />
        </div>
        <div className="px-5 pt-5 pb-8 sm:px-8 sm:pt-7">
          <div className="mb-1 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
            <p className="eyebrow">
              Step {step + 1} of {STEPS.length}
            </p>
            {wizard.isReady && !isUntouched(draft) && (
              <StartOver
                photos={photosOf(draft).length}
                isDisabled={booking.isBusy}
                onStartOver={() => {
                  wizard.startOver()
                  heading.current?.focus()
                }}
              />
            )}
          </div>
          <h2 ref={heading} tabIndex={-1} className="scroll-mt-40 text-2xl outline-none">
            {STEPS[step]}
          </h2>
          <p className="mt-1 mb-6 text-ink-soft">{INTRODUCTIONS[step]}</p>
          {wizard.isReady ? (
            <div key={step} className="appear">
              <WizardStep wizard={wizard} formId={formId} account={name && email ? { name, email, isConfirmed } : undefined} />
            </div>
          ) : (
            <Loading />
          )}
        </div>
        <WizardFooter wizard={wizard} formId={formId} />
      </section>
      <aside className="lg:sticky lg:top-28 max-lg:hidden">
        <EstimateSummary draft={draft} serviceName={service?.name} estimate={estimate} />
      </aside>
      <NewPriceDialog price={booking.newPrice} onConfirm={wizard.confirm} onClose={booking.dismissNewPrice} />
      {booking.isDone && <SuccessDialog onDone={onDone} />}
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-18 sm:col-span-2" />
    </div>
  )
}
