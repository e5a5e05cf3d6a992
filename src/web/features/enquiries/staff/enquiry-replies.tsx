import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import type { EnquiryReply, EnquiryThread } from '#shared/enquiries/staff.ts'
import { momentText } from '#web/lib/moments.ts'

const FARES: Record<NonNullable<EnquiryReply['email']>['state'], string> = {
  waiting: 'Email queued',
  failed: 'Email failed',
  sent: 'Emailed',
}

type Props = { thread: EnquiryThread; /** Whether the user may open the pages of emails. */ mayReadMails: boolean }

export function EnquiryReplies({ thread, mayReadMails }: Props) {
  const { name, message, writtenAt, replies } = thread
  return (
    <ol className="grid gap-5">
      <Entry who={name} at={writtenAt} text={message} />
      {replies.map(({ id, by, writtenAt: at, text, email }) => (
        <Entry key={id} who={by} at={at} text={text} isOurs>
          <p className={email?.state === 'failed' ? 'font-semibold text-danger' : 'text-ink-soft'}>
            {email ? FARES[email.state] : 'Email no longer stored'}
            {email && mayReadMails && (
              <>
                {' · '}
                <Link className="text-link" to={consolePages.oneMail(email.id)}>
                  View email
                </Link>
              </>
            )}
          </p>
        </Entry>
      ))}
    </ol>
  )
}

type EntryProps = { who: string; at: string; text: string; isOurs?: boolean; children?: ReactNode }

function Entry({ who, at, text, isOurs = false, children }: EntryProps) {
  return (
    <li className={isOurs ? 'border-l-2 border-sea pl-4 sm:ml-6' : ''}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere" dir="auto">
          {who}
        </span>
        <span className="text-ink-soft">{momentText(at)}</span>
      </p>
      <p className="mt-1 max-w-text wrap-anywhere whitespace-pre-line">{text}</p>
      {children}
    </li>
  )
}
