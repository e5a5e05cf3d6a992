import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { beginFactorBodySchema, confirmFactorBodySchema } from '#shared/accounts/second-factors.ts'
import { beginSecondFactor, confirmSecondFactor } from '#shared/accounts/security-calls.ts'
import { brand } from '#shared/brand.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { QrCode } from '#web/components/qr-code.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask, type AnswerOf } from '#web/lib/ask.ts'
import { getSession } from '#web/lib/session.ts'
import { useReload } from '#web/lib/use-send.ts'
import { CodeField } from './code-field.tsx'
import { ConfirmFirst } from './confirm-first.tsx'
import { PasswordField } from './password-field.tsx'
import { SecondFactorChanges } from './second-factor-changes.tsx'
import { FactorFact, secondFactorQuery, type SecondFactor } from './second-factor-state.tsx'

/** Setup of the second factor, or its management once it is on. */
export function SecondFactorSection({ factor }: { factor: SecondFactor }) {
  const [codes, setCodes] = useState<string[]>()
  const section = useRef<HTMLDivElement>(null)
  const readAgain = useReload(secondFactorQuery.queryKey)
  const kept = () => {
    setCodes(undefined)
    void readAgain()
    section.current?.focus()
  }
  // The button that opened the dialog disappears with the second factor.
  const removed = () => void readAgain().then(() => section.current?.focus())

  if (!factor.isAvailable) {
    return (
      <Alert kind="info">
        This is a shared demo account, so you can’t turn on two-step sign-in. Sign up for your own account to try it.
      </Alert>
    )
  }
  return (
    <div ref={section} tabIndex={-1} className="outline-none">
      {codes && <RecoveryCodeList codes={codes} onKept={kept} />}
      {!codes && factor.isOn && (
        <>
          <FactorFact factor={factor} />
          <SecondFactorChanges isCompulsory={factor.isCompulsory === true} onRemoved={removed} onNewCodes={setCodes} />
        </>
      )}
      {!codes && !factor.isOn && (
        <ConfirmFirst>
          <SecondFactorSetup onDone={setCodes} />
        </ConfirmFirst>
      )}
    </div>
  )
}

type NewFactor = AnswerOf<typeof beginSecondFactor>

/** From the password to the first code. `onDone` receives the recovery codes. */
function SecondFactorSetup({ onDone }: { onDone: (codes: string[]) => void }) {
  const [factor, setFactor] = useState<NewFactor>()
  return factor ? <FirstCode factor={factor} onDone={onDone} /> : <Begin onBegun={setFactor} />
}

function Begin({ onBegun }: { onBegun: (factor: NewFactor) => void }) {
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { password: '' },
    check: (fields) => beginFactorBodySchema.safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t set it up. Please try again.',
    send: async ({ password }) => onBegun(await ask(beginSecondFactor, { body: { password } })),
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
    send: async ({ code }) => onDone((await ask(confirmSecondFactor, { body: { code } })).recoveryCodes),
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

/** Shows recovery codes, which are never shown again. `onKept` is called when the user confirms having saved them. */
function RecoveryCodeList({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const [told, setTold] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused element has disappeared, and nothing is more important now.
  useEffect(() => heading.current?.focus(), [])

  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setTold('Codes copied.'),
      () => setTold('We couldn’t copy the codes. Please write them down.'),
    )

  return (
    <div className="max-w-xl">
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        Save your recovery codes
      </h3>
      <p className="mt-1.5 max-w-text text-ink-soft">
        If you lose your phone, each of these codes lets you sign in once. Keep them somewhere safe: we won’t show them again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-4 grid gap-x-8 gap-y-1 rounded-card border border-line bg-cream p-[min(1.25rem,5vw)] font-semibold tracking-wide tabular-nums grid-cols-[repeat(auto-fit,minmax(min(18.5rem,100%),1fr))]"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => saveFile(codes)}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
        <Button size="small" className="min-h-11" onClick={onKept}>
          I’ve saved them
        </Button>
      </div>
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {told}
      </p>
    </div>
  )
}

function saveFile(codes: string[]): void {
  const text = `${brand.name}: recovery codes for ${getSession().email}. Each works once.\n\n${codes.join('\n')}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href: address, download: `${brand.name.toLowerCase()}-recovery-codes.txt` }).click()
  // The browser must have started reading it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
