import type { ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'

type Props = {
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
export function WizardActions({ form, label, isBusy = false, isDisabled = false, onBack, price, children }: Props) {
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
