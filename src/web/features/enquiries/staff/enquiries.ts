import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerEnquiry, closeEnquiry, listEnquiries, reopenEnquiry } from '#shared/enquiries/staff-calls.ts'
import type { ClosingReason, EnquiryState, StaffEnquiry } from '#shared/enquiries/staff.ts'
import { ask } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { momentText } from '#web/lib/moments.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'

const PAGE = 50

/** Enquiries of one state in pages: open ones oldest first, others newest first. */
export function enquiriesQuery(state: EnquiryState, search?: string) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('enquiries'), state, search],
    queryFn: async ({ signal, pageParam }) => ask(listEnquiries, { query: { state, search, limit: PAGE, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    refetchOnWindowFocus: true,
  })
}

/** Actions on an enquiry other than a reply. */
export type EnquiryAct = 'answer' | 'reopen' | ClosingReason

type Marked = { id: string; act: EnquiryAct }

/** Marks an enquiry as answered, reopens it, or closes it with a reason. */
export function useMarkEnquiry(told: { onSuccess: (nothing: unknown, marked: Marked) => void; onError: (error: Error) => void }) {
  const reload = useReload(consoleKey('enquiries'))
  const mutationFn = async ({ id, act }: Marked) => {
    const params = { id }
    if (act === 'answer') return ask(answerEnquiry, { params })
    return act === 'reopen' ? ask(reopenEnquiry, { params }) : ask(closeEnquiry, { params, body: { reason: act } })
  }
  return useCall({ mutationFn, ...told, onSettled: reload })
}

export const CLOSING_NAMES: Readonly<Record<ClosingReason, string>> = {
  no_need: 'No reply needed',
  duplicate: 'Duplicate',
  spam: 'Spam',
}

export const ACT_DONE: Readonly<Record<EnquiryAct, string>> = {
  answer: 'Marked as answered.',
  reopen: 'Reopened.',
  no_need: 'Closed: no reply needed.',
  duplicate: 'Closed: duplicate.',
  spam: 'Closed: spam.',
}

/** How a closed enquiry ended: "Answered by Sam Staff, 24 Nov, 10:15". */
export function endText({ answered, closedReason }: Pick<StaffEnquiry, 'answered' | 'closedReason'>): string | undefined {
  if (!answered) return undefined
  const who = `by ${answered.by.name ?? 'a deleted account'}, ${momentText(answered.at)}`
  return closedReason ? `Closed ${who}: ${CLOSING_NAMES[closedReason].toLowerCase()}` : `Answered ${who}`
}
