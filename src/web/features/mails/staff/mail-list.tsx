import { infiniteQueryOptions } from '@tanstack/react-query'
import { Link } from 'react-router'
import { failureText } from '#shared/mails/failures.ts'
import { listMails } from '#shared/mails/staff-calls.ts'
import type { ListMailsQuery, StaffMail } from '#shared/mails/staff.ts'
import { UnbrokenReferences } from '#web/components/unbroken-references.tsx'
import { ask } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { distanceText, momentText } from '#web/lib/moments.ts'
import { MailStateMark } from './mail-state.tsx'
import { hasNoAddress } from './mail-texts.ts'

const PAGE = 50

/** Matching emails in pages, newest first. */
export function mailsQuery(filter: Pick<ListMailsQuery, 'state' | 'search'>) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('mails'), 'list', filter],
    queryFn: async ({ signal, pageParam }) => ask(listMails, { query: { ...filter, limit: PAGE, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    refetchOnWindowFocus: true,
  })
}

export function MailRow({ mail, to, now }: { mail: StaffMail; to: string; now: number }) {
  const { subject, recipient, state, createdAt, sentAt, nextTryAt, failure, booking } = mail
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 gap-y-1 px-4 py-3 transition-colors hover:bg-cream sm:px-5 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_13rem]">
      <div className="min-w-0 max-lg:col-span-2">
        <Link
          to={to}
          data-row
          className="block font-semibold wrap-anywhere lg:truncate before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-3 focus-visible:before:-outline-offset-3 focus-visible:before:outline-coral-deep"
        >
          <UnbrokenReferences text={subject} />
        </Link>
        <p className="text-ink-soft wrap-anywhere lg:truncate">
          {[hasNoAddress(mail) ? '' : recipient, booking?.reference].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="min-w-0 lg:self-center">
        <MailStateMark mail={mail} />
        {failure !== null && state !== 'sent' && !hasNoAddress(mail) && (
          <p className="mt-0.5 text-xs text-ink-soft wrap-anywhere">
            {failureText(failure)}
            <span>{nextTryAt && `; next attempt ${Date.parse(nextTryAt) > now ? distanceText(nextTryAt, now) : 'at any moment'}`}</span>
          </p>
        )}
      </div>
      <p className="text-ink-soft lg:self-center">{momentText(sentAt ?? createdAt)}</p>
    </li>
  )
}
