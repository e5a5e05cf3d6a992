import { ChevronDown, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from '#web/components/text-field.tsx'
import { classNames } from '#web/lib/class-names.ts'

export type SelectOption = { value: string; label: string }

type Props = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'onChange' | 'value' | 'multiple'> & {
    options: readonly SelectOption[]
    value: string
    onValueChange: (value: string) => void
    /** The text shown while nothing is chosen. */
    placeholder?: string
    /** Shows a cross that clears the choice. */
    clearable?: boolean
  }

export function SelectField(props: Props) {
  const {
    label,
    hint,
    error,
    isLabelHidden,
    isOptional,
    className,
    id,
    options,
    value,
    onValueChange,
    placeholder,
    clearable = false,
    ...select
  } = props
  const canClear = clearable && value !== '' && select.disabled !== true

  return (
    <Field {...{ label, hint, error, isLabelHidden, isOptional, className, id }}>
      {(described) => (
        <div className="relative">
          <select
            {...select}
            {...described}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            className={classNames('field-control appearance-none truncate', canClear ? 'pr-20' : 'pr-10', value === '' && 'text-ink-soft')}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-ink-soft" />
          {canClear && (
            <button
              type="button"
              aria-label={`Clear ${label}`}
              onClick={({ currentTarget }) => {
                onValueChange('')
                currentTarget.parentElement?.querySelector('select')?.focus()
              }}
              className="absolute inset-y-0 right-9 my-auto flex size-9 items-center justify-center rounded-pill text-ink-soft hover:bg-sand hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          )}
        </div>
      )}
    </Field>
  )
}
