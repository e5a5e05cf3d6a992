import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import { useKeptFocus } from '#web/components/use-kept-focus.ts'
import { useSingleCall } from '#web/lib/use-single-call.ts'
import type { Issues } from './form-issues.ts'

type Rules<Fields> = {
  empty: Fields
  findIssues: (fields: Fields) => Issues<Fields>
  /** Answers the alert to show, what is wrong with which field, or nothing. */
  submit: (fields: Fields) => Promise<string | Issues<Fields> | undefined>
}

/** The behaviour that the forms of an account share: own messages on leaving a field, one alert, busy state. */
export function useAccountForm<Fields extends Record<string, string>>({ empty, findIssues, submit }: Rules<Fields>) {
  const [fields, setFields] = useState(empty)
  const [issues, setIssues] = useState<Issues<Fields>>({})
  const [alert, setAlert] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useKeptFocus(form, isBusy)
  const wrongOnServer = useRef<string>(undefined)
  // After the line above: a field that the server refuses comes before what had the focus.
  useLayoutEffect(() => {
    if (isBusy || wrongOnServer.current === undefined) return
    focusField(form.current, wrongOnServer.current)
    wrongOnServer.current = undefined
  }, [isBusy])

  const firstOf = (found: Issues<Fields>) => Object.keys(empty).find((name) => found[name] !== undefined)

  const bind = (name: keyof Fields & string) => ({
    name,
    value: fields[name],
    error: issues[name],
    required: true,
    disabled: isBusy,
    onChange: (event: { target: { value: string } }) => {
      setFields((before) => ({ ...before, [name]: event.target.value }))
      setIssues((before) => ({ ...before, [name]: undefined }))
    },
    onBlur: (event: { relatedTarget: EventTarget | null }) => {
      // The submit checks all fields itself; a message here would push its button away from under the pointer.
      if (event.relatedTarget instanceof HTMLButtonElement && event.relatedTarget.type === 'submit') return
      // An untouched field is not scolded for being passed by.
      if (fields[name] !== '') setIssues((before) => ({ ...before, [name]: findIssues(fields)[name] }))
    },
  })

  const { run: submitOnce } = useSingleCall(async () => {
    setAlert('')
    const found = findIssues(fields)
    setIssues(found)
    const firstWrong = firstOf(found)
    if (firstWrong) {
      focusField(form.current, firstWrong)
      return
    }
    setIsBusy(true)
    const outcome = await submit(fields)
    if (typeof outcome === 'object') {
      setIssues(outcome)
      wrongOnServer.current = firstOf(outcome)
    } else setAlert(outcome ?? '')
    setIsBusy(false)
  })
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    submitOnce()
  }

  return { form, bind, alert, isBusy, onSubmit, clear: () => setFields(empty) }
}

function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
