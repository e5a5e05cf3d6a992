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
import { useSending, type Send } from './use-sending.ts'

type Rules<Values extends FieldValues, Body> = {
  /** The values that the form begins with. */
  start: Values
  /** Returns what is sent, or what is wrong: usually a shared schema's `safeParse`. */
  check: (values: Values) => Checked<Body>
  send: Send<Body>
  /** The alert when sending fails and the server gives no message. */
  failed?: string
  /** Called on each change that the visitor makes. */
  onChange?: (values: Values, name: FieldPath<Values>) => void
  /** Does not complain about a field that is left empty, and withdraws a message at the next key: for the account forms. */
  isGentle?: boolean
  /** Shows what is wrong at once, for example in a draft that has become out of date. */
  isToldAtOnce?: boolean
}

type Change = { target: { name: string; value: string }; type?: string }

/**
 * Runs a form, in the same way everywhere: a field shows what is wrong when it is left, and stops as soon as it is right;
 * sending shows every error and moves the focus to the first wrong field; there is one call at a time; what the server
 * refuses is shown at its field.
 */
export function useCheckedForm<Values extends FieldValues, Body>(rules: Rules<Values, Body>) {
  const { start, check, send, failed, onChange, isGentle = false, isToldAtOnce = false } = rules
  const [toldErrors] = useState(() => (isToldAtOnce ? errorsOf<Values>(messagesOf(check(start))) : undefined))
  const form = useForm<Values, unknown, Body>({
    defaultValues: start as DefaultValues<Values>,
    resolver: resolverOf(check),
    ...(isGentle ? { mode: 'onBlur', reValidateMode: 'onBlur' } : { mode: 'onTouched', reValidateMode: 'onChange' }),
    ...(toldErrors && { errors: toldErrors }),
  })
  const { errors } = form.formState
  const values = useWatch({ control: form.control }) as Values
  const { isBusy, alert, props } = useSending(form, send, failed)
  const isPressing = useIsPressing()

  // From now on these fields are checked on each change, like those that have been left.
  const touchAll = useEffectEvent(() => isToldAtOnce && void form.trigger(undefined, { shouldTouch: true }))
  useEffect(() => void touchAll(), [])

  /** Props of a control that holds its own value. */
  const field = (name: FieldPath<Values>) => {
    const registered = form.register(name, { onChange: () => onChange?.(form.getValues(), name) })
    return {
      name,
      ref: registered.ref,
      error: get<unknown, FieldError | undefined>(errors, name)?.message,
      disabled: isBusy,
      onChange: (event: Change) => {
        if (isGentle) form.clearErrors(name)
        void registered.onChange(event)
      },
      onBlur: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
        // A message that appears between press and release would move the button out from under the pointer.
        if (isPressing.current || (isGentle && event.target.value === '')) return
        void registered.onBlur(event)
      },
    }
  }

  return {
    /** Props of the form element. */
    props,
    alert,
    isBusy,
    field,
    /** Props of a control that shows the value it is given. */
    choice: (name: FieldPath<Values>) => {
      const { onChange: change, ...control } = field(name)
      const onValueChange = (value: string) => change({ target: { name, value }, type: 'change' })
      return { ...control, value: get<Values, string>(values, name), onValueChange }
    },
    /** What is wrong with a part that is no field of its own, such as a list. */
    errorOf: (name: FieldPath<Values>) => get<unknown, FieldError | undefined>(errors, name)?.message,
    /** As typed so far. */
    values,
    /** Starts again, with other values if given. */
    reset: (next: Values = start) => form.reset(next, { keepFieldsRef: true }),
    /**
     * Adopts values that have changed elsewhere, and updates the messages already shown for them. A function is given what is typed at
     * that moment: for changes that took a while, such as an upload.
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
