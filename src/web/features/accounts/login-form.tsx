import { INVALID_CREDENTIALS, LOGIN_SUCCESSFUL, loginBodySchema } from '#shared/accounts.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { messageOf } from '#web/lib/http.ts'
import { signIn } from '#web/lib/session.ts'
import { login } from './api.ts'
import { PasswordField } from './password-field.tsx'
import { userRecord } from './user-record.ts'

export function LoginForm() {
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { email: '', password: '' },
    check: (fields) => loginBodySchema.safeParse(fields),
    isGentle: true,
    send: async (body) => {
      try {
        const answer = await login(body)
        // Any other message in a successful response does nothing visible (specification §8).
        if (answer.message !== LOGIN_SUCCESSFUL) return
        // The page's guard takes signed-in visitors to the home page (specification §2).
        signIn(userRecord(answer.user, body.email))
      } catch (error) {
        return messageOf(error, INVALID_CREDENTIALS)
      }
      return
    },
  })

  return (
    <form {...props} className="space-y-5">
      {alert !== '' && <Alert kind="error">{alert}</Alert>}
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
      <PasswordField {...field('password')} label="Password" required autoComplete="current-password" placeholder="Enter your password" />
      <Button type="submit" isBusy={isBusy} className="w-full">
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
