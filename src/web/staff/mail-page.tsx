import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ENQUIRY_STATES } from '#shared/enquiries/staff.ts'
import { listMailsQuerySchema, MAIL_STATES } from '#shared/mails/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { MailRow, mailsQuery } from '#web/features/mails/staff/mail-list.tsx'
import { EnquiryList, SpamList } from './enquiry-list.tsx'
import { FilterLinks, useFilter } from './filter-links.tsx'
import { ListFrame } from './list-frame.tsx'
import { useMay } from './member.ts'
import { PageFrame } from './page-frame.tsx'
import { ReadyAnswerList } from './ready-answer-list.tsx'
import { SearchBox } from './search-box.tsx'
import { useNow } from './use-now.ts'
import { useRowKeys } from './rows.ts'

const ENQUIRIES = [
  ['open', 'Enquiries'],
  ['answered', 'Answered'],
  ['closed', 'Closed'],
  ['spam', 'Spam'],
  ['answers', 'Saved replies'],
] as const

const EMAILS = [
  ['all', 'All emails'],
  ['waiting', 'Waiting'],
  ['failed', 'Failed'],
  ['sent', 'Sent'],
] as const

export function MailPage() {
  const boxes = { param: 'box', options: useMay()('mails.read') ? [...ENQUIRIES, ...EMAILS] : ENQUIRIES }
  const box = useFilter(boxes)
  const state = ENQUIRY_STATES.find((each) => each === box)
  const isEmails = !state && box !== 'answers' && box !== 'spam'
  return (
    <PageFrame title="Mail">
      <div className="mb-4 grid gap-3">
        <FilterLinks label="Mail to show" {...boxes} />
        {state && <SearchBox key="enquiries" label="Search enquiries" placeholder="Name, email or topic" />}
        {isEmails && <SearchBox label="Search emails" placeholder="Address or booking reference" />}
      </div>
      {state && <EnquiryList key={state} state={state} />}
      {box === 'spam' && <SpamList />}
      {box === 'answers' && <ReadyAnswerList />}
      {isEmails && <MailList box={box} />}
    </PageFrame>
  )
}

function MailList({ box }: { box: string }) {
  const [params] = useSearchParams()
  const now = useNow()
  const state = MAIL_STATES.find((each) => each === box)
  const asked = listMailsQuerySchema.safeParse({ search: params.get('search') ?? undefined })
  const list = useInfiniteQuery(mailsQuery({ state, search: asked.data?.search }))
  const mails = list.data?.pages.flat()
  useRowKeys('Emails', 'email')
  return (
    <>
      {!asked.success && (
        <p role="status" className="mb-3 text-ink-soft">
          {asked.error.issues[0]?.message}.
        </p>
      )}
      <ListFrame
        list={list}
        count={mails?.length}
        failed="We couldn’t load the emails"
        empty={<Nothing box={box} isSearch={params.has('search')} />}
      >
        {mails?.map((mail) => (
          <MailRow key={mail.id} mail={mail} now={now} to={`${consolePages.oneMail(mail.id)}?${params.toString()}`} />
        ))}
      </ListFrame>
    </>
  )
}

function Nothing({ box, isSearch }: { box: string; isSearch: boolean }) {
  if (isSearch) return <EmptyState title="No emails found">No emails match that address or booking.</EmptyState>
  if (box === 'failed')
    return <EmptyState title="Nothing has failed">Emails we couldn’t deliver, or gave up on after a week, appear here.</EmptyState>
  if (box === 'waiting')
    return <EmptyState title="Nothing waiting">All emails have been sent. We retry failed emails for a week.</EmptyState>
  return <EmptyState title="No emails yet">Emails from the site appear here until they’re deleted.</EmptyState>
}
