import { INVALID_CREDENTIALS, LOGIN_SUCCESSFUL } from '#shared/accounts.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { messageOf } from '#web/lib/http.ts'
import { signIn } from '#web/lib/session.ts'
import { login } from './api.ts'
import { loginIssues } from './form-issues.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'
import { userRecord } from './user-record.ts'

export function LoginForm() {
  const { form, bind, alert, isBusy, onSubmit } = useAccountForm({
    empty: { email: '', password: '' },
    findIssues: loginIssues,
    submit: async ({ email, password }) => {
      try {
        const answer = await login({ email: email.trim(), password })
        // Any other message of a success answer does nothing visible (specification §8).
        if (answer.message !== LOGIN_SUCCESSFUL) return
        // The guard of the page takes whoever is signed in to the home page (specification §2).
        signIn(userRecord(answer.user, email))
      } catch (error) {
        return messageOf(error, INVALID_CREDENTIALS)
      }
      return
    },
  })

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="space-y-5">
      {alert !== '' && <Alert kind="error">{alert}</Alert>}
      <TextField
        {...bind('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        placeholder="Enter your email"
      />
      <PasswordField {...bind('password')} label="Password" autoComplete="current-password" placeholder="Enter your password" />
      <Button type="submit" isBusy={isBusy} className="w-full">
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
