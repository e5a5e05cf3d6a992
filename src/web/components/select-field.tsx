import { ChevronDown, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps } from '#web/components/text-field.tsx'
import { classNames } from '#web/lib/class-names.ts'

type SelectOption = { value: string; label: string }

type Props = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'onChange' | 'value' | 'multiple'> & {
    options: readonly SelectOption[]
    value: string
    onValueChange: (value: string) => void
    /** Shown while nothing is selected. */
    placeholder?: string
    /** Adds a button that clears the selection. */
    clearable?: boolean
    /** Replaces the selected option's text in the closed field. Browsers truncate that text, whereas this may wrap. */
    chosen?: ReactNode
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
    chosen,
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
            className={classNames(
              'field-control appearance-none truncate',
              canClear ? 'pr-20 pointer-coarse:pr-21' : 'pr-10',
              value === '' && 'text-ink-soft',
              chosen !== undefined && 'absolute inset-0 h-full not-forced-colors:text-transparent [&>option]:text-ink',
            )}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          {chosen !== undefined && (
            <div
              aria-hidden="true"
              className="pointer-events-none relative py-2.5 pr-[min(2.5rem,14vw)] pl-[min(0.875rem,4vw)] wrap-anywhere forced-colors:invisible"
            >
              {chosen}
            </div>
          )}
          <ChevronDown aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-ink-soft" />
          {canClear && (
            <button
              type="button"
              aria-label={`Clear ${label}`}
              onClick={({ currentTarget }) => {
                onValueChange('')
                currentTarget.parentElement?.querySelector('select')?.focus()
              }}
              className="absolute inset-y-0 right-9 my-auto flex size-9 items-center justify-center rounded-pill text-ink-soft hover:bg-sand hover:text-ink pointer-coarse:size-11"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          )}
        </div>
      )}
    </Field>
  )
}
