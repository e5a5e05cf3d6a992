import { useState } from 'react'
import { signUp } from '#shared/accounts/calls.ts'
import { SIGNUP_SUCCESSFUL, signupBodySchema } from '#shared/accounts/public.ts'
import { pages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { messageOf } from '#web/lib/call-error.ts'
import { NewPasswordField } from './new-password-field.tsx'

const FAILED = 'Error creating account'
const NO_ANSWER = 'An error occurred. Please try again.'

/** After success `onDone` is called, and the page hides its login link (specification §2). */
export function SignupForm({ onDone }: { onDone: () => void }) {
  // Empty until the account exists.
  const [mailedTo, setMailedTo] = useState('')
  const isDone = mailedTo !== ''
  const { props, field, alert, isBusy, reset, values } = useCheckedForm({
    start: { name: '', email: '', password: '' },
    check: (fields) => signupBodySchema.safeParse(fields),
    isGentle: true,
    send: async (body) => {
      setMailedTo('')
      try {
        const answer = await ask(signUp, { body })
        if (answer?.message !== SIGNUP_SUCCESSFUL) return answer?.message ?? FAILED
        reset()
        setMailedTo(body.email)
        onDone()
      } catch (error) {
        return messageOf(error, FAILED, NO_ANSWER)
      }
      return
    },
  })

  return (
    <form {...props} className="space-y-5">
      {alert !== '' && <Alert kind="error">{alert}</Alert>}
      {isDone && (
        <>
          <Alert kind="success">Account created successfully! You can now login.</Alert>
          <p>
            We’ve emailed <strong className="wrap-anywhere">{mailedTo}</strong>. Please open the link in the email to confirm your address.
          </p>
          <ButtonLink to={pages.login} className="w-full">
            Continue to login
          </ButtonLink>
        </>
      )}
      <TextField {...field('name')} label="Name" required autoComplete="name" placeholder="Enter your name" />
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
      <NewPasswordField {...field('password')} typed={values.password} owner={values} label="Password" placeholder="Choose a password" />
      <Button type="submit" variant={isDone ? 'secondary' : 'primary'} isBusy={isBusy} className="w-full">
        {isBusy ? 'Creating Account...' : 'Sign Up'}
      </Button>
    </form>
  )
}
