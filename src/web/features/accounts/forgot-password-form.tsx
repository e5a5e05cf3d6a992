import { useState } from 'react'
import { forgotPasswordBodySchema } from '#shared/accounts/public.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { askForLink } from './api/ask-for-link.ts'

export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState('')
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { email: '' },
    check: (fields) => forgotPasswordBodySchema.safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t send the email. Please try again.',
    send: async (body) => {
      setSentTo('')
      await askForLink(body)
      setSentTo(body.email)
    },
  })

  return (
    <form {...props} className="space-y-5">
      {alert !== '' && <Alert>{alert}</Alert>}
      {sentTo !== '' && (
        <Alert kind="success" title="Check your email">
          <span className="wrap-anywhere">
            If there’s an account for {sentTo}, we’ve sent it a link. You can use it once, within an hour. Nothing there? Check your spam
            folder.
          </span>
        </Alert>
      )}
      <TextField
        {...field('email')}
        label="Email"
        required
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
