import { Check, Reply, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import type { StaffEnquiry } from '#shared/enquiries/public.ts'
import { consolePages } from '#shared/pages.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { lengthText, momentText } from '#web/lib/moments.ts'
import { endText } from './enquiry-texts.ts'

const LATE_MS = 24 * 3_600_000

type Props = { enquiry: StaffEnquiry; now: number; isBusy: boolean; onMark: (isAnswered: boolean) => void }

export function EnquiryCard({ enquiry, now, isBusy, onMark }: Props) {
  const { id, name, email, phone, subject, message, writtenAt, answered } = enquiry
  const age = now - Date.parse(writtenAt)
  const end = endText(enquiry)
  return (
    <li aria-labelledby={`enquiry-${id}`} className="px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={`enquiry-${id}`} className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere">
          <Link to={consolePages.enquiry(id)} data-row data-id={id} className="hover:underline">
            {subject}, from {name}
          </Link>
        </h2>
        <p className={classNames('shrink-0', !answered && age > LATE_MS ? 'font-semibold text-sun-deep' : 'text-ink-soft')}>
          {answered ? momentText(writtenAt) : `waits ${lengthText(age)}`}
        </p>
      </div>
      <p className="text-ink-soft wrap-anywhere">
        {email}
        <span>{phone !== '' && ` · ${phone}`}</span>
      </p>
      <p className="mt-2 max-w-text wrap-anywhere whitespace-pre-line">{message}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {end && <p className="mr-auto text-ink-soft">{end}</p>}
        <ButtonLink to={consolePages.enquiry(id)} data-reply size="small" variant={answered ? 'quiet' : 'primary'}>
          <Reply aria-hidden="true" className="size-4.5" /> {answered ? 'View conversation' : 'Reply'}
        </ButtonLink>
        <Button size="small" variant={answered ? 'quiet' : 'secondary'} isBusy={isBusy} onClick={() => onMark(!answered)}>
          {answered ? <Undo2 aria-hidden="true" className="size-4.5" /> : <Check aria-hidden="true" className="size-4.5" />}
          {answered ? 'Reopen' : 'Mark as answered'}
        </Button>
      </div>
    </li>
  )
}
