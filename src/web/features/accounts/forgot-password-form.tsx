import { useState } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { forgotIssues, issuesOf } from './form-issues.ts'
import { askForLink } from './recovery-api.ts'
import { useAccountForm } from './use-account-form.ts'

const FAILED = 'The mail could not be sent. Please try again.'

export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState('')
  const { form, bind, alert, isBusy, onSubmit } = useAccountForm({
    empty: { email: '' },
    findIssues: forgotIssues,
    submit: async (fields) => {
      setSentTo('')
      const email = fields.email.trim()
      try {
        await askForLink({ email })
      } catch (error) {
        return issuesOf(error, fields) ?? messageOf(error, FAILED, NO_RESPONSE)
      }
      setSentTo(email)
      return
    },
  })

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="space-y-5">
      {alert !== '' && <Alert>{alert}</Alert>}
      {sentTo !== '' && (
        <Alert kind="success" title="Look into your mail">
          <span className="wrap-anywhere">
            If there is an account for {sentTo}, a link is on its way. It works once, for an hour. Nothing there? It may be among the
            unwanted mail.
          </span>
        </Alert>
      )}
      <TextField
        {...bind('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        placeholder="Enter your email"
      />
      <Button type="submit" isBusy={isBusy} className="w-full">
        {sentTo === '' ? 'Send me a link' : 'Send it again'}
      </Button>
    </form>
  )
}
