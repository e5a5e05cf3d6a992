import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { STEPS } from '#web/features/vehicles/draft/wizard-draft.ts'

type Props = { step: number; onGoTo: (step: number) => void; isDisabled: boolean }

/** Completed steps have a check mark and link back; the others are only labels. */
export function StepIndicator({ step, onGoTo, isDisabled }: Props) {
  return (
    <nav aria-label="Steps of your request">
      <ol className="isolate flex">
        {STEPS.map((name, index) => (
          <li key={name} aria-current={index === step ? 'step' : undefined} className="group relative flex-1">
            {index > 0 && <Line isDone={index <= step} />}
            {index < step ? (
              <button
                type="button"
                disabled={isDisabled}
                onClick={() => onGoTo(index)}
                className="relative flex min-h-11 w-full flex-col items-center gap-1.5 rounded-field text-ink hover:text-coral-deep"
              >
                <Mark className="bg-sea text-paper group-hover:bg-sea-deep">
                  <Check aria-hidden="true" strokeWidth={3} className="size-4" />
                </Mark>
                <Name>
                  {name}
                  <span className="sr-only">, completed</span>
                </Name>
              </button>
            ) : (
              <span className="relative flex min-h-11 flex-col items-center gap-1.5">
                <Mark
                  className={
                    index === step ? 'bg-coral-deep text-paper ring-4 ring-coral-tint' : 'border border-line-strong bg-paper text-ink-soft'
                  }
                >
                  <span aria-hidden="true">{index + 1}</span>
                </Mark>
                <Name isQuiet={index > step}>{name}</Name>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Line({ isDone }: { isDone: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'absolute top-[min(1rem,5vw)] right-1/2 z-0 h-0.5 w-full -translate-y-1/2 transition-colors',
        isDone ? 'bg-sea' : 'bg-line',
      )}
    />
  )
}

function Mark({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'relative z-10 flex size-[min(2rem,10vw)] items-center justify-center rounded-pill text-sm font-bold transition-colors',
        className,
      )}
    >
      {children}
    </span>
  )
}

/** On phones only screen readers get the name, since the heading below shows it. */
function Name({ isQuiet = false, children }: { isQuiet?: boolean; children: ReactNode }) {
  return <span className={classNames('text-sm font-semibold max-sm:sr-only', isQuiet && 'text-ink-soft')}>{children}</span>
}
