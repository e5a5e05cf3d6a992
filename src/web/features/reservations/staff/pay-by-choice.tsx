import { RadioChoice, type RadioForm } from '#web/components/radio-choice.tsx'
import { PAY_BY, PAY_BY_UNMAILED, type PayBy } from './pay-by.ts'

export function PayByChoice({ form, isMailed }: { form: RadioForm<'payBy'>; /** Whether there is an email address. */ isMailed: boolean }) {
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1.5 font-semibold">Payment method</legend>
      {Object.entries(PAY_BY).map(([value, { name, hint }]) => (
        <RadioChoice
          key={value}
          form={form}
          name="payBy"
          value={value}
          text={name}
          hint={isMailed ? hint : PAY_BY_UNMAILED[value as PayBy]}
        />
      ))}
    </fieldset>
  )
}
