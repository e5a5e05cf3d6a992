import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { CLOSING_REASONS, type EnquiryThread } from '#shared/enquiries/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Button, ButtonAnchor, ButtonLink } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { EnquiryReplies, enquiryQuery, replyAddress, ReplyForm } from '#web/features/enquiries/staff/conversation.tsx'
import { ACT_DONE, CLOSING_NAMES, endText, useMarkEnquiry, type EnquiryAct } from '#web/features/enquiries/staff/enquiries.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useEntryPath } from './entry-paths.ts'
import { FailedPart } from './failed-part.tsx'
import { useMay } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { useShortcuts } from './shortcuts.ts'

export function EnquiryPage() {
  const { id = '' } = useParams()
  return <Enquiry key={id} id={id} />
}

function Enquiry({ id }: { id: string }) {
  const may = useMay()
  const navigate = useNavigate()
  const { data: thread, error, isFetching, refetch } = useQuery(enquiryQuery(id))
  const isOpen = thread?.answered === null
  const list = !thread || isOpen ? consolePages.mail : `${consolePages.mail}?box=${thread.closedReason ? 'closed' : 'answered'}`
  const marking = useMarkEnquiry({
    onSuccess: (_, { act }) => notify(ACT_DONE[act]),
    onError: (failure) => notify(messageOf(failure, 'That didn’t work. Please try again.', NO_RESPONSE), 'warning'),
  })
  const mark = (act: EnquiryAct) => marking.mutate({ id, act })
  useShortcuts('This enquiry', [
    { keys: 'r', label: 'Reply', run: () => document.querySelector<HTMLElement>('textarea[data-reply]')?.focus() },
    { keys: 'e', label: isOpen ? 'Mark as answered' : 'Reopen', run: () => mark(isOpen ? 'answer' : 'reopen') },
    { keys: 'u', label: 'Back to the list', run: () => void navigate(list) },
  ])
  return (
    <PageFrame
      title={thread ? `${thread.subject}, from ${thread.name}` : 'Enquiry'}
      back={{ title: 'Mail', path: list }}
      note={thread && <p className="text-ink-soft">{endText(thread) ?? 'Open'}</p>}
    >
      {error && !thread && (
        <FailedPart title="We couldn’t load this enquiry" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!thread && !error && <Skeleton className="h-96" />}
      {thread && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid gap-5">
            <Panel title="Conversation">
              <EnquiryReplies thread={thread} mayReadMails={may('mails.read')} />
            </Panel>
            <Panel title={thread.replies.length > 0 ? 'Reply again' : 'Reply'}>
              <ReplyForm
                thread={thread}
                onDone={() => {
                  notify(`Reply sent to ${thread.email}.`)
                }}
                onChanged={async () => (await refetch()).data}
              />
            </Panel>
          </div>
          <div className="grid gap-5">
            <EnquiryWriter thread={thread} />
            <Panel title={isOpen ? 'No reply needed?' : 'More'}>
              <div className="grid gap-2">
                <Button size="small" variant="secondary" isBusy={marking.isPending} onClick={() => mark(isOpen ? 'answer' : 'reopen')}>
                  {isOpen ? 'Mark as answered' : 'Reopen'}
                </Button>
                {isOpen &&
                  CLOSING_REASONS.toReversed().map((reason) => (
                    <Button key={reason} size="small" variant="quiet" disabled={marking.isPending} onClick={() => mark(reason)}>
                      Close: {CLOSING_NAMES[reason].toLowerCase()}
                    </Button>
                  ))}
                <ButtonAnchor size="small" variant="quiet" href={replyAddress(thread)}>
                  Reply from your email app
                </ButtonAnchor>
              </div>
            </Panel>
          </div>
        </div>
      )}
    </PageFrame>
  )
}

/** The sender: what they typed, and the account that has confirmed that address, if any. */
function EnquiryWriter({ thread: { name, email, phone, account } }: { thread: EnquiryThread }) {
  const personPath = useEntryPath()(consolePages.people, account?.id ?? '')
  return (
    <Panel title="Sender">
      <p className="font-semibold wrap-anywhere" dir="auto">
        {name}
      </p>
      <p translate="no" className="wrap-anywhere">
        {email}
      </p>
      {phone !== '' && (
        <p>
          <a className="text-link" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
            {phone}
          </a>
        </p>
      )}
      {account ? (
        <>
          <p className="mt-3 text-ink-soft">
            {account.name} has a confirmed account with this address. We haven’t verified that they wrote this.
          </p>
          <div className="mt-3 grid gap-2">
            <ButtonLink size="small" variant="secondary" to={`${consolePages.bookings}?search=${encodeURIComponent(account.email)}`}>
              Their bookings
            </ButtonLink>
            {personPath && (
              <ButtonLink size="small" variant="secondary" to={personPath}>
                Their account
              </ButtonLink>
            )}
          </div>
        </>
      ) : (
        <p className="mt-3 text-ink-soft">
          No account has confirmed this address. Don’t share booking details until you know who’s asking.
        </p>
      )}
    </Panel>
  )
}
