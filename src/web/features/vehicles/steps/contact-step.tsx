import { UserRound } from 'lucide-react'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { PhoneField } from './phone-field.tsx'
import type { StepFields } from './step-form.tsx'

export interface ContactAccount {
  name: string
  email: string
  /** Undefined while unknown. */
  isConfirmed: boolean | undefined
}

type Props = { field: StepFields['field']; typedEmail: string; account: ContactAccount | undefined; onUseAccount: () => void }

/** Step 3: contact details and full addresses. */
export function ContactStep({ field, typedEmail, account, onUseAccount }: Props) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {account && (
        <button
          type="button"
          onClick={onUseAccount}
          className="flex min-h-11 items-center gap-3 rounded-field border border-dashed border-line-strong px-4 py-2 text-left text-sm hover:border-ink hover:bg-sand sm:col-span-2"
        >
          <UserRound aria-hidden="true" className="size-5 shrink-0 text-sea" />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold">Use my account details</span>: {account.name}, {account.email}
          </span>
        </button>
      )}
      <TextField {...field('name')} label="Full name" required autoComplete="name" maxLength={100} className="sm:col-span-2" />
      <PhoneField {...field('phone')} />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        hint={hintOf(typedEmail, account)}
      />
      <TextArea
        {...field('address')}
        label="Complete address"
        required
        rows={3}
        maxLength={500}
        autoComplete="section-pickup street-address"
        hint="Pickup address: house or flat, street, town."
      />
      <TextArea
        {...field('dropaddress')}
        label="Drop-off complete address"
        required
        rows={3}
        maxLength={500}
        autoComplete="section-dropoff street-address"
        hint="Where everything is going."
      />
    </div>
  )
}

/** Only confirmed accounts can have emails sent to another address. */
function hintOf(typed: string, account: ContactAccount | undefined): string {
  const isOwn = typed.trim().toLowerCase() === account?.email.toLowerCase()
  if (account?.isConfirmed !== false || isOwn) return 'We’ll send your quote here.'
  return `Until you confirm your email address in Settings, we’ll send your quote to ${account.email}.`
}
