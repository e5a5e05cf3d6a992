import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import type { EnquiryState } from '#shared/enquiries/public.ts'
import { ACT_DONE } from '#web/features/enquiries/staff/enquiry-texts.ts'
import { enquiriesQuery } from '#web/features/enquiries/staff/api/list-enquiries.ts'
import { useMarkEnquiry } from '#web/features/enquiries/staff/api/mark-enquiry.ts'
import { EnquiryCard } from '#web/features/enquiries/staff/enquiry-card.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { ListFrame } from './list-frame.tsx'
import { notify } from './notices.tsx'
import { useNow } from './use-now.ts'
import { useRowKeys } from './rows.ts'

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
