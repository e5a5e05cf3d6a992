import { MailCheck, RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Dialog, QuestionDialog } from '#web/components/dialog.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { isUntouched, photosOf, STEPS } from './draft/wizard-draft.ts'
import { EstimateSummary } from './estimate.tsx'
import { StepIndicator } from './steps/step-indicator.tsx'
import { WizardStep } from './steps/wizard-step.tsx'
import { useVehicleWizard } from './use-vehicle-wizard.ts'
import { NewPriceDialog, WizardFooter } from './wizard-footer.tsx'

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

/**
 * Moves the focus to the new step's heading, or to its first invalid field if that is why the visitor was sent here. The first step shown
 * leaves the focus alone.
 */
function useStepHeading(step: number, hasProblem: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const element = heading.current
    if (!element) return
    const wrong = hasProblem ? element.parentElement?.querySelector<HTMLElement>('[aria-invalid]') : null
    const target = wrong ?? element
    target.focus({ preventScroll: true })
    const { top } = element.getBoundingClientRect()
    // Anything above this lies under the sticky header.
    const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
    if (top < covered || top > window.innerHeight / 2) element.scrollIntoView({ block: 'start' })
  }, [step, hasProblem])
  return heading
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

type StartOverProps = { photos: number; isDisabled: boolean; onStartOver: () => void }

function StartOver({ photos, isDisabled, onStartOver }: StartOverProps) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <button
        type="button"
        disabled={isDisabled}
        onClick={() => setIsAsked(true)}
        className="-mr-2 inline-flex min-h-11 items-center gap-1.5 rounded-pill px-2 text-sm font-semibold text-ink-soft hover:text-coral-deep"
      >
        <RotateCcw aria-hidden="true" className="size-4" />
        Start over
      </button>
      {isAsked && (
        <QuestionDialog
          title="Start over?"
          yes="Clear the form"
          no="Keep it"
          onYes={() => {
            setIsAsked(false)
            onStartOver()
          }}
          onNo={() => setIsAsked(false)}
        >
          <p>
            This clears everything you’ve entered
            <span>{photos > 0 && (photos === 1 ? ', including your photo' : `, including your ${photos} photos`)}</span>. Requests you’ve
            already sent aren’t affected.
          </p>
        </QuestionDialog>
      )}
    </>
  )
}

/** Specification §4, §9. */
const REDIRECT_MS = 2000

/** Confirms for two seconds that the request was sent, then moves on. */
function SuccessDialog({ onDone }: { onDone: () => void }) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => done(), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog isOpen onClose={onDone} title="Quote Request Successful" size="small">
      <div role="status" className="flex gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-pill bg-sea-tint text-sea">
          <MailCheck aria-hidden="true" className="size-6" />
        </span>
        <div className="min-w-0">
          <p>An e-mail will arrive when the quote is approved.</p>
          <p className="mt-2 text-sm text-ink-soft">Taking you to My Bookings…</p>
        </div>
      </div>
    </Dialog>
  )
}
