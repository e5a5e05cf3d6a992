import { useRef } from 'react'
import { brand } from '#shared/brand.ts'
import { MAX_MESSAGE_LENGTH } from '#shared/enquiries.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useCheckedFields } from '#web/components/use-checked-fields.ts'
import { useKeptFocus } from '#web/components/use-kept-focus.ts'
import { ENQUIRY_FIELDS, SUBJECT_OPTIONS } from './enquiry-draft.ts'
import { EnquirySent } from './enquiry-sent.tsx'
import { UnseenField } from './unseen-field.tsx'
import { useEnquiry } from './use-enquiry.ts'

const NEARLY_FULL = MAX_MESSAGE_LENGTH - 400

/** A message to the staff. `about`: what the page that led here is about, or nothing. */
export function EnquiryForm({ about }: { about: string }) {
  const { fields, issues, change, send, isBusy, failure, sent, startAnew } = useEnquiry(about)
  const { form, bind, checkAll, forget } = useCheckedFields({ names: ENQUIRY_FIELDS, values: fields, issues, onChange: change })
  const unseen = useRef<HTMLInputElement>(null)
  useKeptFocus(form, isBusy)
  const control = (name: (typeof ENQUIRY_FIELDS)[number]) => ({ ...bind(name), disabled: isBusy })
  const { onChange: _byValue, ...subject } = control('subject')

  if (sent) {
    return (
      <EnquirySent
        name={sent.name}
        email={sent.email}
        onAnother={() => {
          forget()
          startAnew()
        }}
      />
    )
  }
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="enquiry-title"
      onSubmit={(event) => {
        event.preventDefault()
        if (checkAll()) send(unseen.current?.value ?? '')
      }}
      className="relative grid gap-5 sm:grid-cols-2"
    >
      <h2 id="enquiry-title" tabIndex={-1} className="text-2xl outline-none sm:col-span-2">
        Write to us
      </h2>
      <TextField {...control('name')} label="Name" required autoComplete="name" maxLength={100} />
      <TextField
        {...control('email')}
        label="Email"
        type="email"
        inputMode="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
      />
      <TextField {...control('phone')} label="Phone" isOptional type="tel" inputMode="tel" autoComplete="tel" maxLength={30} />
      <SelectField
        {...subject}
        label="What is it about?"
        required
        options={SUBJECT_OPTIONS}
        placeholder="Please choose"
        onValueChange={(value) => change('subject', value)}
      />
      <TextArea
        {...control('message')}
        label="Message"
        required
        rows={7}
        hint={fields.message.length > NEARLY_FULL ? `${fields.message.length} of ${MAX_MESSAGE_LENGTH} characters` : undefined}
        className="sm:col-span-2"
      />
      <UnseenField ref={unseen} />
      {failure !== '' && (
        <Alert title="Your message has not been sent yet" className="sm:col-span-2">
          {failure} What you have typed stays here. You can also write to{' '}
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
        <p className="text-sm text-ink-soft">We answer within one working day.</p>
      </div>
    </form>
  )
}
