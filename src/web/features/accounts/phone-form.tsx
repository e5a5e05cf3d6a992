import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import { phoneSchema } from '#shared/phone-fields.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { accountQuery } from './api/get-account.ts'
import { useChangePhone } from './api/change-phone.ts'

const formSchema = z.object({ phone: phoneSchema })

/** The optional phone number; renders nothing until the account has loaded. */
export function PhoneForm() {
  const { data } = useQuery(accountQuery)
  return data && <Loaded phone={data.phone ?? ''} />
}

function Loaded({ phone }: { phone: string }) {
  const changePhone = useChangePhone()
  const [saved, setSaved] = useState('')
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { phone },
    check: (fields) => formSchema.safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t save the phone number. Please try again.',
    send: async (body) => {
      setSaved('')
      await changePhone(body.phone)
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
