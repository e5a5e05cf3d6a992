import type { StaffService } from '#shared/vehicles/staff.ts'
import { Button } from '#web/components/button.tsx'
import { policyText, ratesText, requestsText } from './service-texts.ts'

type Props = {
  service: StaffService
  /** Undefined for users who may not change the service. */
  onAct: ((act: 'change' | 'offer') => void) | undefined
}

export function ServiceCard({ service, onAct }: Props) {
  const { id, name, description, specialRequirements, refundPolicy, isActive } = service
  return (
    <li aria-labelledby={`service-${id}`} className="px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2
          id={`service-${id}`}
          tabIndex={-1}
          data-row
          data-id={id}
          className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere"
        >
          {name}
        </h2>
        {!isActive && <p className="rounded-pill bg-sand-deep px-2.5 py-0.5 text-xs font-semibold text-ink-soft">No longer offered</p>}
      </div>
      <p className="mt-0.5 font-semibold tabular-nums">{ratesText(service)}</p>
      <p className="mt-1 max-w-text text-ink-soft wrap-anywhere">{description}</p>
      {specialRequirements !== '' && <p className="max-w-text text-ink-soft wrap-anywhere">{specialRequirements}</p>}
      <p className="mt-2 max-w-text">{policyText(refundPolicy)}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <p className="text-ink-soft">{requestsText(service)}</p>
        {onAct && (
          <div className="ml-auto flex gap-2">
            <Button
              size="small"
              variant="quiet"
              aria-label={`${isActive ? 'Stop offering' : 'Reinstate'}: ${name}`}
              onClick={() => onAct('offer')}
            >
              {isActive ? 'Stop offering' : 'Reinstate'}
            </Button>
            <Button size="small" variant="secondary" aria-label={`Change ${name}`} onClick={() => onAct('change')}>
              Change
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
