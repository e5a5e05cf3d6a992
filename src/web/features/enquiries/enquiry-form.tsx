import { brand } from '#shared/brand.ts'
import { MAX_MESSAGE_LENGTH } from '#shared/enquiries/public.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { SUBJECT_OPTIONS } from './enquiry-draft.ts'
import { EnquirySent } from './enquiry-sent.tsx'
import { UnseenField } from './unseen-field.tsx'
import { useEnquiry } from './use-enquiry.ts'

const NEARLY_FULL = MAX_MESSAGE_LENGTH - 400

export function EnquiryForm({ about }: { about: string }) {
  const { form, unseen, sent, startAgain } = useEnquiry(about)
  const { props, field, choice, values, alert, isBusy } = form
  if (sent) return <EnquirySent name={sent.name} email={sent.email} onAnother={startAgain} />

  const { length } = values.message
  return (
    <form {...props} aria-labelledby="enquiry-title" className="relative grid gap-5 sm:grid-cols-2">
      <h2 id="enquiry-title" tabIndex={-1} className="text-2xl outline-none sm:col-span-2">
        Write to us
      </h2>
      <TextField {...field('name')} label="Name" required autoComplete="name" maxLength={100} />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
      />
      <TextField {...field('phone')} label="Phone" isOptional type="tel" inputMode="tel" autoComplete="tel" maxLength={30} />
      <SelectField {...choice('subject')} label="What is it about?" required options={SUBJECT_OPTIONS} placeholder="Please choose" />
      <TextArea
        {...field('message')}
        label="Message"
        required
        rows={7}
        hint={length > NEARLY_FULL ? `${length} of ${MAX_MESSAGE_LENGTH} characters` : undefined}
        className="sm:col-span-2"
      />
      <UnseenField ref={unseen} />
      {alert !== '' && (
        <Alert title="We couldn’t send your message" className="sm:col-span-2">
          {alert} Your message is still here. You can also email{' '}
          <a href={`mailto:${brand.email}`} className="font-semibold underline underline-offset-4">
            {brand.email}
          </a>
          .
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:col-span-2">
        <Button type="submit" isBusy={isBusy} className="max-sm:w-full">
          {isBusy ? 'Sending...' : 'Send message'}
        </Button>
        <p className="text-sm text-ink-soft">We’ll reply within one working day.</p>
      </div>
    </form>
  )
}
