import { useRef, useState, type SubmitEvent } from 'react'
import { useKeptFocus } from '#web/components/use-kept-focus.ts'
import type { Issues } from './form-issues.ts'

type Rules<Fields> = {
  empty: Fields
  findIssues: (fields: Fields) => Issues<Fields>
  /** Answers the alert to show, or nothing. */
  submit: (fields: Fields) => Promise<string | undefined>
}

/** The behaviour that login and sign-up share: own messages on leaving a field, one alert, busy state. */
export function useAccountForm<Fields extends Record<string, string>>({ empty, findIssues, submit }: Rules<Fields>) {
  const [fields, setFields] = useState(empty)
  const [issues, setIssues] = useState<Issues<Fields>>({})
  const [alert, setAlert] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useKeptFocus(form, isBusy)

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

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setAlert('')
    const found = findIssues(fields)
    setIssues(found)
    const firstWrong = Object.keys(empty).find((name) => found[name] !== undefined)
    if (firstWrong) {
      form.current?.querySelector<HTMLElement>(`[name="${firstWrong}"]`)?.focus()
      return
    }
    setIsBusy(true)
    setAlert((await submit(fields)) ?? '')
    setIsBusy(false)
  }

  return { form, bind, alert, isBusy, onSubmit, clear: () => setFields(empty) }
}
