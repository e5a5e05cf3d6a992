import { useState } from 'react'
import { beginFactorBodySchema, confirmFactorBodySchema } from '#shared/accounts/second-factors.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { getSession } from '#web/lib/session.ts'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { QrCode } from '#web/components/qr-code.tsx'
import { beginFactor, type NewFactor } from './api/begin-factor.ts'
import { confirmFactor } from './api/confirm-factor.ts'

/** From the password to the first code. `onDone` receives the recovery codes. */
export function SecondFactorSetup({ onDone }: { onDone: (codes: string[]) => void }) {
  const [factor, setFactor] = useState<NewFactor>()
  return factor ? <FirstCode factor={factor} onDone={onDone} /> : <Begin onBegun={setFactor} />
}

function Begin({ onBegun }: { onBegun: (factor: NewFactor) => void }) {
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { password: '' },
    check: (fields) => beginFactorBodySchema.safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t set it up. Please try again.',
    send: async ({ password }) => onBegun(await beginFactor(password)),
  })
  return (
    <form {...props} className="max-w-md space-y-5">
      <p>
        You need an authenticator app, such as Google Authenticator, 2FAS or the one in your password manager. Each time you sign in, we’ll
        ask for a code from it after your password.
      </p>
      {alert !== '' && <Alert>{alert}</Alert>}
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={getSession().email ?? ''} readOnly hidden />
      <PasswordField {...field('password')} label="Your password" required autoComplete="current-password" />
      <Button type="submit" isBusy={isBusy} className="max-sm:w-full">
        Set up
      </Button>
    </form>
  )
}

function FirstCode({ factor, onDone }: { factor: NewFactor; onDone: (codes: string[]) => void }) {
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { code: '' },
    check: (fields) => confirmFactorBodySchema.safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t turn it on. Please try again.',
    send: async ({ code }) => onDone((await confirmFactor(code)).recoveryCodes),
  })
  return (
    <form {...props} className="grid gap-x-10 gap-y-6 lg:grid-cols-[auto_minmax(0,1fr)]">
      <QrCode
        text={factor.uri}
        label="QR code for your authenticator app"
        className="aspect-square w-52 max-w-full rounded-card border border-line"
      />
      <div className="min-w-0 max-w-md space-y-5">
        <ol className="list-decimal space-y-2 pl-5 marker:font-semibold">
          <li>Scan the QR code with your authenticator app.</li>
          <li>
            On this phone,{' '}
            <a href={factor.uri} className="text-link">
              open the app
            </a>
            , or enter this key:{' '}
            <code translate="no" className="font-sans font-semibold tracking-wide wrap-anywhere">
              {inGroups(factor.secret)}
            </code>
          </li>
          <li>Enter the code it shows.</li>
        </ol>
        {alert !== '' && <Alert>{alert}</Alert>}
        <CodeField {...field('code')} hasRecovery={false} />
        <Button type="submit" isBusy={isBusy} className="max-sm:w-full">
          Turn on
        </Button>
      </div>
    </form>
  )
}

function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, (group) => `${group} `)
}
