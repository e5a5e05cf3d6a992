import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps } from '#web/components/field.tsx'
import { classNames } from '#web/lib/class-names.ts'

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className'> & { /** A control inside the right end of the field. */ trailing?: ReactNode }

export function TextField({ label, hint, error, isLabelHidden, isOptional, className, trailing, id, ...input }: TextFieldProps) {
  return (
    <Field {...fieldProps({ label, hint, error, isLabelHidden, isOptional, className })} id={id}>
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
    <Field {...fieldProps({ label, hint, error, isLabelHidden, isOptional, className })} id={id}>
      {(control) => <textarea {...area} {...control} rows={rows} className="field-control resize-y" />}
    </Field>
  )
}

type Loose = { [K in keyof FieldProps]: FieldProps[K] | undefined } & { label: string }

/** Drops the absent ones, since the strict compiler tells "absent" from "undefined". */
export function fieldProps({ isLabelHidden, isOptional, ...rest }: Loose): FieldProps {
  return { ...rest, ...(isLabelHidden && { isLabelHidden }), ...(isOptional && { isOptional }) }
}
