import { CircleAlert } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export type FieldProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Shows the label to screen readers only (a search row with placeholders). */
  isLabelHidden?: boolean | undefined
  isOptional?: boolean | undefined
  className?: string | undefined
  id?: string | undefined
}

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label above, control, then hint and error below, linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  isLabelHidden = false,
  isOptional = false,
  className,
  id,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const generated = useId()
  const fieldId = id ?? generated
  const described = [error && `${fieldId}-error`, hint && `${fieldId}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={fieldId} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold text-ink'}>
        {label}
        {isOptional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {children({ id: fieldId, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
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

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className'> & { /** A control inside the field, at the right. */ trailing?: ReactNode }

export function TextField({ label, hint, error, isLabelHidden, isOptional, className, trailing, id, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, isLabelHidden, isOptional, className, id }}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} className={classNames('field-control', trailing ? 'pr-12' : undefined)} />
          {trailing && <div className="absolute inset-y-0 right-0 flex items-center pr-1">{trailing}</div>}
        </div>
      )}
    </Field>
  )
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className'>

export function TextArea({ label, hint, error, isLabelHidden, isOptional, className, id, rows = 4, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, isLabelHidden, isOptional, className, id }}>
      {(control) => <textarea {...area} {...control} rows={rows} className="field-control resize-y" />}
    </Field>
  )
}
