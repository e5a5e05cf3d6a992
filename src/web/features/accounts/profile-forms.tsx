import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import { changeAccount } from '#shared/accounts/own-calls.ts'
import { MAX_NAME_LENGTH, nameSchema } from '#shared/accounts/public.ts'
import type { SentWith } from '#shared/contract.ts'
import { phoneSchema } from '#shared/phone-fields.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { getSession } from '#web/lib/session.ts'
import { accountQuery, shown } from './own-account.ts'

const nameFormSchema = z.object({ name: nameSchema })

export function NameForm() {
  const change = useChangeAccount()
  const [isSaved, setIsSaved] = useState(false)
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { name: getSession().name ?? '' },
    check: (fields) => nameFormSchema.safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t save the name. Please try again.',
    send: async ({ name }) => {
      setIsSaved(false)
      await change({ name })
      setIsSaved(true)
    },
  })

  return (
    <form {...props} className="mt-6 max-w-md space-y-4">
      {alert !== '' && <Alert>{alert}</Alert>}
      <TextField {...field('name')} label="Name" required autoComplete="name" maxLength={MAX_NAME_LENGTH} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="secondary" size="small" className="min-h-11" isBusy={isBusy}>
          Save name
        </Button>
        <p role="status" className="text-sm font-medium text-sea-deep">
          {isSaved && 'Name saved'}
        </p>
      </div>
    </form>
  )
}

const phoneFormSchema = z.object({ phone: phoneSchema })

/** The optional phone number; renders nothing until the account has loaded. */
export function PhoneForm() {
  const { data } = useQuery(accountQuery)
  return data && <LoadedPhoneForm phone={data.phone ?? ''} />
}

function LoadedPhoneForm({ phone }: { phone: string }) {
  const change = useChangeAccount()
  const [saved, setSaved] = useState('')
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { phone },
    check: (fields) => phoneFormSchema.safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t save the phone number. Please try again.',
    send: async (body) => {
      setSaved('')
      await change(body)
      setSaved(body.phone === '' ? 'Phone number removed' : 'Phone number saved')
    },
  })
  return (
    <form {...props} className="mt-6 max-w-md space-y-4">
      {alert !== '' && <Alert>{alert}</Alert>}
      <TextField
        {...field('phone')}
        label="Phone"
        isOptional
        type="tel"
        autoComplete="tel"
        hint="So we or your guide can contact you about your trip."
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="secondary" size="small" className="min-h-11" isBusy={isBusy}>
          Save phone
        </Button>
        <p role="status" className="text-sm font-medium text-sea-deep">
          {saved}
        </p>
      </div>
    </form>
  )
}

/** Returns a function that changes the account; an empty phone number removes it. */
function useChangeAccount() {
  const client = useQueryClient()
  return async (body: SentWith<typeof changeAccount>['body']) =>
    client.setQueryData(accountQuery.queryKey, await shown(ask(changeAccount, { body })))
}
