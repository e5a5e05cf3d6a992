import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Check, Reply, Undo2 } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { listSpam, releaseSpam } from '#shared/enquiries/staff-calls.ts'
import type { EnquiryState, StaffEnquiry } from '#shared/enquiries/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ACT_DONE, endText, enquiriesQuery, useMarkEnquiry } from '#web/features/enquiries/staff/enquiries.ts'
import { ask, queryOf } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { classNames } from '#web/lib/class-names.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { lengthText, momentText } from '#web/lib/moments.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { ListFrame } from './list-frame.tsx'
import { notify } from './notices.tsx'
import { useRowKeys } from './rows.ts'
import { useNow } from './use-now.ts'

export function EnquiryList({ state }: { state: EnquiryState }) {
  const search = useSearchParams()[0].get('search') ?? undefined
  const list = useInfiniteQuery(enquiriesQuery(state, search))
  const enquiries = list.data?.pages.flat()
  const now = useNow()
  const marking = useMarkEnquiry({
    onSuccess: (_, { act }) => notify(ACT_DONE[act]),
    onError: (error) => notify(messageOf(error, 'That didn’t work. Please try again.', NO_RESPONSE), 'warning'),
  })
  const current = () => document.activeElement?.closest('li')
  const mark = () => {
    const id = current()?.querySelector<HTMLElement>('[data-row]')?.dataset['id']
    if (id) marking.mutate({ id, act: state === 'open' ? 'answer' : 'reopen' })
  }
  useRowKeys('Enquiries', 'enquiry', [
    { keys: 'r', label: 'Reply', run: () => current()?.querySelector<HTMLElement>('[data-reply]')?.click() },
    { keys: 'e', label: state === 'open' ? 'Mark as answered' : 'Reopen', run: mark },
  ])
  return (
    <ListFrame
      list={list}
      count={enquiries?.length}
      failed="We couldn’t load the enquiries"
      empty={
        search !== undefined ? (
          <EmptyState title="No enquiries found">No enquiries match that name, address or topic.</EmptyState>
        ) : state === 'open' ? (
          <EmptyState title="No enquiries waiting for an answer">New enquiries appear here, oldest first.</EmptyState>
        ) : (
          <EmptyState title={`No ${state} enquiries`}>
            {state === 'answered' ? 'Answered enquiries' : 'Enquiries closed without a reply'} appear here until they’re deleted after 30
            days.
          </EmptyState>
        )
      }
    >
      {enquiries?.map((enquiry) => (
        <EnquiryCard
          key={enquiry.id}
          enquiry={enquiry}
          now={now}
          isBusy={marking.isPending && marking.variables.id === enquiry.id}
          onMark={(isAnswered) => marking.mutate({ id: enquiry.id, act: isAnswered ? 'answer' : 'reopen' })}
        />
      ))}
    </ListFrame>
  )
}

const LATE_MS = 24 * 3_600_000

type CardProps = { enquiry: StaffEnquiry; now: number; isBusy: boolean; onMark: (isAnswered: boolean) => void }

function EnquiryCard({ enquiry, now, isBusy, onMark }: CardProps) {
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

const spamQuery = queryOf(listSpam, {}, { key: [...consoleKey('enquiries'), 'spam'], refetchOnWindowFocus: true })

/** What the contact form has filtered out. */
export function SpamList() {
  const query = useQuery(spamQuery)
  const reload = useReload(consoleKey('enquiries'))
  const releasing = useCall({
    mutationFn: async (id: string) => ask(releaseSpam, { params: { id } }),
    onSuccess: () => notify('Moved to enquiries.'),
    onError: (error) => notify(messageOf(error, 'That didn’t work. Please try again.', NO_RESPONSE), 'warning'),
    onSettled: reload,
  })
  return (
    <ListFrame
      list={{ ...query, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }}
      count={query.data?.length}
      failed="We couldn’t load the spam folder"
      empty={<EmptyState title="No spam">Messages that look automated appear here until they’re deleted after 30 days.</EmptyState>}
    >
      {query.data?.map(({ id, name, email, phone, subject, message, writtenAt }) => (
        <li key={id} aria-labelledby={`spam-${id}`} className="px-4 py-4 sm:px-6">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 id={`spam-${id}`} className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere">
              {subject}, from {name}
            </h2>
            <p className="shrink-0 text-ink-soft">{momentText(writtenAt)}</p>
          </div>
          <p className="text-ink-soft wrap-anywhere">
            <span>{phone === '' ? email : `${email} · ${phone}`}</span>
          </p>
          <p className="mt-2 max-w-text wrap-anywhere whitespace-pre-line">{message}</p>
          <Button
            size="small"
            variant="secondary"
            className="mt-3"
            isBusy={releasing.isPending && releasing.variables === id}
            onClick={() => releasing.mutate(id)}
          >
            Not spam
          </Button>
        </li>
      ))}
    </ListFrame>
  )
}
