import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { spamQuery, useReleaseSpam } from '#web/features/enquiries/staff/api/list-spam.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { momentText } from '#web/lib/moments.ts'
import { ListFrame } from './list-frame.tsx'
import { notify } from './notices.tsx'

/** What the contact form has filtered out. */
export function SpamList() {
  const query = useQuery(spamQuery)
  const releasing = useReleaseSpam({
    onSuccess: () => notify('Moved to enquiries.'),
    onError: (error) => notify(messageOf(error, 'That didn’t work. Please try again.', NO_RESPONSE), 'warning'),
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
