import { Check, Mail, Phone } from 'lucide-react'
import { useEffect, useRef, useState, type Ref } from 'react'
import { brand } from '#shared/brand.ts'
import { sendEnquiry } from '#shared/enquiries/calls.ts'
import { MAX_MESSAGE_LENGTH } from '#shared/enquiries/public.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { getSession } from '#web/lib/session.ts'
import { checkEnquiry, forgetDraft, keepDraft, startDraft, SUBJECT_OPTIONS } from './enquiry-draft.ts'

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

/** State of the form; its content survives a reload until it has been sent. */
function useEnquiry(about: string) {
  const [draft, setDraft] = useState(() => startDraft(getSession(), about))
  const [sent, setSent] = useState<{ name: string; email: string }>()
  const unseen = useRef<HTMLInputElement>(null)
  const form = useCheckedForm({
    start: draft.fields,
    check: (fields) => checkEnquiry({ ...draft, fields }),
    onChange: (fields) => keepDraft({ ...draft, fields }),
    failed: 'Something went wrong on our side. Please try again in a moment.',
    send: async (body) => {
      await ask(sendEnquiry, { body: { ...body, homepage: unseen.current?.value ?? '' } })
      forgetDraft()
      setSent(body)
    },
  })

  const startAgain = () => {
    const next = startDraft(getSession(), '')
    setDraft(next)
    form.reset(next.fields)
    setSent(undefined)
  }

  return { form, unseen, sent, startAgain }
}

/** A honeypot for bots that fill in every field: hidden from view, the tab order and screen readers. */
function UnseenField({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div inert aria-hidden="true" className="absolute -left-[150vw] top-0">
      <label>
        Homepage
        <input ref={ref} type="text" name="homepage" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

type SentProps = { name: string; email: string; onAnother: () => void }

function EnquirySent({ name, email, onAnother }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone, so the focus moves to the result.
  useEffect(() => heading.current?.focus(), [])
  const [firstName = ''] = name.trim().split(/\s+/)
  return (
    <div className="appear">
      <span className="flex size-14 items-center justify-center rounded-pill bg-sea-tint text-sea">
        <Check aria-hidden="true" className="size-7" strokeWidth={2.5} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="mt-5 text-3xl wrap-anywhere outline-none">
        Thank you, {firstName}
      </h2>
      <p className="mt-3 text-lg">We’ve received your message.</p>
      <h3 className="mt-8 text-xl">What happens next</h3>
      <ol className="mt-4 grid gap-4">
        <li className="flex gap-3.5">
          <Mail aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sea" />
          <p className="min-w-0">
            We’ll reply within one working day, to <strong className="wrap-anywhere">{email.trim()}</strong>.
          </p>
        </li>
        <li className="flex gap-3.5">
          <Phone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sea" />
          <p className="min-w-0">
            In a hurry? Call us on{' '}
            <a href={brand.phoneHref} className="text-link whitespace-nowrap">
              {brand.phone}
            </a>{' '}
            during our opening hours.
          </p>
        </li>
      </ol>
      <Button variant="secondary" onClick={onAnother} className="mt-8">
        Write another message
      </Button>
    </div>
  )
}
