import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FocusEvent, type SubmitEvent } from 'react'
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
  type UseFormReturn,
} from 'react-hook-form'
import { isOutdated, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { errorsOf, messagesOf, refusalsOf, type Checked } from '#web/lib/form-issues.ts'
import { logProblem } from '#web/lib/log.ts'
import { useSingleCall } from '#web/lib/use-call.ts'
import { useKeptFocus } from './use-kept-focus.ts'

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

/** Submits the form. A promise keeps the form busy and resolves to an error message or nothing. */
type Send<Body> = (body: Body) => Promise<string | void> | void

type SendingRules = {
  /** Error message if sending fails and the server gives none. */
  failed?: string | undefined
  /** Called, in place of an error, if someone else changed the subject first; `message` says how. */
  onChanged?: ((message: string) => void) | undefined
}

const FAILED = 'Something went wrong. Please try again.'

/** Submits a form, one call at a time, and shows the outcome in it. */
function useSending<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  send: Send<Body>,
  { failed = FAILED, onChanged }: SendingRules,
) {
  const element = useRef<HTMLFormElement>(null)
  const [alert, setAlert] = useState('')
  // The library's isSubmitting also covers validation, and would disable an invalid form for a moment.
  const [isBusy, setIsBusy] = useState(false)
  const refused = useRef<FieldPath<Values>>(undefined)
  useKeptFocus(element, isBusy)
  const focusRefused = useEffectEvent(() => {
    const name = refused.current
    if (isBusy || name === undefined) return
    refused.current = undefined
    const field = element.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (field) field.focus()
    else form.setFocus(name)
  })
  // Runs after the hook above: a field rejected by the server takes the focus from whatever had it.
  useLayoutEffect(() => focusRefused(), [isBusy])

  const showError = (error: unknown) => {
    if (onChanged && isOutdated(error)) return onChanged(error.message)
    logProblem('A form could not be sent', error)
    const refusals = Object.entries(refusalsOf(error, form.getValues()))
    for (const [path, message] of refusals) form.setError(path as FieldPath<Values>, { type: 'server', message })
    refused.current = refusals[0]?.[0] as FieldPath<Values> | undefined
    if (refused.current === undefined) setAlert(messageOf(error, failed, NO_RESPONSE))
  }

  const sendChecked = async (body: Body) => {
    const sending = send(body)
    if (!(sending instanceof Promise)) return
    setIsBusy(true)
    try {
      setAlert((await sending) ?? '')
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
  }

  const { run: submit } = useSingleCall(async () => {
    setAlert('')
    await form.handleSubmit(sendChecked)()
  })
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit()
  }

  return { alert, isBusy, props: { ref: element, noValidate: true, onSubmit } }
}

/** Tracks whether a button is being pressed, anywhere on the page. */
function useIsPressing() {
  const isPressing = useRef(false)
  useEffect(() => {
    const press = (event: PointerEvent) => {
      isPressing.current = event.target instanceof Element && event.target.closest('button') !== null
    }
    // Waits for the click that follows the release.
    const release = () => setTimeout(() => (isPressing.current = false))
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [])
  return isPressing
}
