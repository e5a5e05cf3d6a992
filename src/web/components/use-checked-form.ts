import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react'
import {
  get,
  useForm,
  useWatch,
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type Resolver,
} from 'react-hook-form'
import { errorsOf, messagesOf, type Checked } from '#web/lib/form-issues.ts'
import { useIsPressing } from './use-is-pressing.ts'
import { useSending, type Send, type SendingRules } from './use-sending.ts'

type Rules<Values extends FieldValues, Body> = SendingRules & {
  start: Values
  /** Returns the body to send, or the issues: usually a shared schema's `safeParse`. */
  check: (values: Values) => Checked<Body>
  send: Send<Body>
  /** Called on each change made by the visitor. */
  onChange?: (values: Values, name: FieldPath<Values>) => void
  /** Does not complain about fields left empty, and clears an error at the next key press: for the account forms. */
  isGentle?: boolean
  /** Shows errors at once, for example in a draft that is out of date. */
  isToldAtOnce?: boolean
}

type Change = { target: { name: string; value: string }; type?: string }

/**
 * Form state with the same behaviour everywhere: a field shows its error when it is left and clears it as soon as it is valid; submitting
 * shows all errors and focuses the first invalid field; only one call runs at a time; errors from the server appear at their fields.
 */
export function useCheckedForm<Values extends FieldValues, Body>(rules: Rules<Values, Body>) {
  const { start, check, send, failed, onChanged, onChange, isGentle = false, isToldAtOnce = false } = rules
  const [toldErrors] = useState(() => (isToldAtOnce ? errorsOf<Values>(messagesOf(check(start))) : undefined))
  const form = useForm<Values, unknown, Body>({
    defaultValues: start as DefaultValues<Values>,
    resolver: resolverOf(check),
    ...(isGentle ? { mode: 'onBlur', reValidateMode: 'onBlur' } : { mode: 'onTouched', reValidateMode: 'onChange' }),
    ...(toldErrors && { errors: toldErrors }),
  })
  const { errors } = form.formState
  const values = useWatch({ control: form.control }) as Values
  const { isBusy, alert, props } = useSending(form, send, { failed, onChanged })
  const isPressing = useIsPressing()

  // From now on these fields are validated on each change, like touched ones.
  const touchAll = useEffectEvent(() => isToldAtOnce && void form.trigger(undefined, { shouldTouch: true }))
  useEffect(() => void touchAll(), [])

  const errorOf = (name: FieldPath<Values>) => get<unknown, FieldError | undefined>(errors, name)?.message
  const field = (name: FieldPath<Values>) => {
    const registered = form.register(name, { onChange: () => onChange?.(form.getValues(), name) })
    return {
      name,
      ref: registered.ref,
      error: errorOf(name),
      disabled: isBusy,
      onChange: (event: Change) => {
        if (isGentle) form.clearErrors(name)
        void registered.onChange(event)
      },
      onBlur: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
        if (isPressing.current || (isGentle && event.target.value === '')) return
        void registered.onBlur(event)
      },
    }
  }

  return {
    props,
    alert,
    isBusy,
    field,
    choice: (name: FieldPath<Values>) => {
      const { onChange: change, ...control } = field(name)
      const onValueChange = (value: string) => change({ target: { name, value }, type: 'change' })
      return { ...control, value: get<Values, string>(values, name), onValueChange }
    },
    /** The error of something that is not a single field, such as a list. */
    errorOf,
    values,
    /** The library's own, for forms that need more than this. */
    library: form,
    /** Restarts the form, optionally with other values. */
    reset: (next: Values = start) => form.reset(next, { keepFieldsRef: true }),
    /**
     * Adopts values that changed elsewhere and revalidates fields whose errors are shown. Pass a function to use the values at that moment,
     * for changes that took a while, such as an upload.
     */
    adopt: (changed: Partial<Values> | ((now: Values) => Partial<Values>)) => {
      for (const [key, value] of Object.entries(typeof changed === 'function' ? changed(form.getValues()) : changed)) {
        const name = key as FieldPath<Values>
        if (form.getValues(name) === value) continue
        const { invalid, isTouched } = form.getFieldState(name)
        form.setValue(name, value as FieldPathValue<Values, typeof name>, { shouldValidate: invalid || isTouched })
      }
    },
  }
}

function resolverOf<Values extends FieldValues, Body>(check: (values: Values) => Checked<Body>): Resolver<Values, unknown, Body> {
  return (values) => {
    const checked = check(values)
    return checked.success ? { values: checked.data, errors: {} } : { values: {}, errors: errorsOf<Values>(messagesOf(checked)) }
  }
}
