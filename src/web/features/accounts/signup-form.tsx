import { useState } from 'react'
import { MIN_PASSWORD_LENGTH, SIGNUP_SUCCESSFUL } from '#shared/accounts.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { messageOf } from '#web/lib/http.ts'
import { signup } from './api.ts'
import { signupIssues } from './form-issues.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

const FAILED = 'Error creating account'
const NO_ANSWER = 'An error occurred. Please try again.'

/** `onDone` is told of the success, after which the page hides its login link (specification §2). */
export function SignupForm({ onDone }: { onDone: () => void }) {
  const [isDone, setIsDone] = useState(false)
  const { form, bind, alert, isBusy, onSubmit, clear } = useAccountForm({
    empty: { name: '', email: '', password: '' },
    findIssues: signupIssues,
    submit: async ({ name, email, password }) => {
      setIsDone(false)
      try {
        const answer = await signup({ name: name.trim(), email: email.trim(), password })
        if (answer?.message !== SIGNUP_SUCCESSFUL) return answer?.message ?? FAILED
        clear()
        setIsDone(true)
        onDone()
      } catch (error) {
        return messageOf(error, FAILED, NO_ANSWER)
      }
      return
    },
  })

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="space-y-5">
      {alert !== '' && <Alert kind="error">{alert}</Alert>}
      {isDone && <Alert kind="success">Account created successfully! You can now login.</Alert>}
      <TextField {...bind('name')} label="Name" autoComplete="name" placeholder="Enter your name" />
      <TextField
        {...bind('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        placeholder="Enter your email"
      />
      <PasswordField
        {...bind('password')}
        label="Password"
        autoComplete="new-password"
        minLength={MIN_PASSWORD_LENGTH}
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        placeholder="Choose a password"
      />
      <Button type="submit" isBusy={isBusy} className="w-full">
        {isBusy ? 'Creating Account...' : 'Sign Up'}
      </Button>
    </form>
  )
}
