import { RadioChoice, type RadioForm } from '#web/components/radio-choice.tsx'
import { PAY_BY } from './pay-by.ts'

/** How a booking on the telephone is paid. */
export function PayByChoice({ form }: { form: RadioForm<'payBy'> }) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 font-semibold">How it is paid</legend>
      {Object.entries(PAY_BY).map(([value, { name, hint }]) => (
        <RadioChoice key={value} form={form} name="payBy" value={value} text={name} hint={hint} />
      ))}
    </fieldset>
  )
}
