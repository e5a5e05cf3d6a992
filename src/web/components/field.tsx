import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export type FieldProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Keeps the label for screen readers only (a search row with placeholders). */
  isLabelHidden?: boolean
  /** Says "(optional)" after the label. */
  isOptional?: boolean
  className?: string | undefined
}

type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** Label above, control, then hint and error below, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  isLabelHidden = false,
  isOptional = false,
  className,
  id,
  children,
}: FieldProps & { id?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const generated = useId()
  const fieldId = id ?? generated
  const described = [error && `${fieldId}-error`, hint && `${fieldId}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={fieldId} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold text-ink'}>
        {label}
        {isOptional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {children({
        id: fieldId,
        ...(described !== '' && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <p id={`${fieldId}-hint`} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {error && (
          <p id={`${fieldId}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-danger">
            <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
