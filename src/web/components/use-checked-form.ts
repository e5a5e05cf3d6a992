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
  /** What the form begins with. */
  start: Values
  /** What is sent, or what is wrong: mostly a shared schema's `safeParse`. */
  check: (values: Values) => Checked<Body>
  send: Send<Body>
  /** The alert when sending fails and the server has no words for it. */
  failed?: string
  /** Told of each change that the visitor makes. */
  onChange?: (values: Values, name: FieldPath<Values>) => void
  /** Says nothing of a field that is left empty, and takes a message back at the next key: the forms of an account. */
  isGentle?: boolean
  /** What is wrong is told at once, such as in a draft that has become too old. */
  isToldAtOnce?: boolean
}

type Change = { target: { name: string; value: string }; type?: string }

/**
 * The one way of forms: fields tell what is wrong the moment they are left and stop telling it the moment it is right;
 * sending tells everything and moves the focus to the first wrong field; one call at a time; what the server refuses
 * stands at its field.
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

  // From now on these fields follow each change, like those that were left.
  const touchAll = useEffectEvent(() => isToldAtOnce && void form.trigger(undefined, { shouldTouch: true }))
  useEffect(() => void touchAll(), [])

  /** For a control that the browser fills in. */
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
        // A message that appears between pressing and releasing would move the button away from under the pointer.
        if (isPressing.current || (isGentle && event.target.value === '')) return
        void registered.onBlur(event)
      },
    }
  }

  return {
    /** For the form element. */
    props,
    alert,
    isBusy,
    field,
    /** For a control that shows the value that it is given. */
    choice: (name: FieldPath<Values>) => {
      const { onChange: change, ...control } = field(name)
      const onValueChange = (value: string) => change({ target: { name, value }, type: 'change' })
      return { ...control, value: get<Values, string>(values, name), onValueChange }
    },
    /** As typed so far. */
    values,
    /** Begins anew. */
    reset: (anew: Values = start) => form.reset(anew, { keepFieldsRef: true }),
    /** Takes over what has changed elsewhere; a message that stands there is put right. */
    adopt: (changed: Partial<Values>) => {
      for (const [key, value] of Object.entries(changed)) {
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
