import { useEffectEvent, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { isOutdated, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { refusalsOf } from '#web/lib/form-issues.ts'
import { logProblem } from '#web/lib/log.ts'
import { useSingleCall } from '#web/lib/use-single-call.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/** Submits the form. A promise keeps the form busy and resolves to an error message or nothing. */
export type Send<Body> = (body: Body) => Promise<string | void> | void

export type SendingRules = {
  /** Error message if sending fails and the server gives none. */
  failed?: string | undefined
  /** Called, in place of an error, if someone else changed the subject first; `message` says how. */
  onChanged?: ((message: string) => void) | undefined
}

const FAILED = 'Something went wrong. Please try again.'

/** Submits a form, one call at a time, and shows the outcome in it. */
export function useSending<Values extends FieldValues, Body>(
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

  const tell = (error: unknown) => {
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
      tell(error)
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
