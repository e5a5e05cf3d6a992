import type { ClosingReason } from '#shared/enquiries/public.ts'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'

/** Actions on an enquiry other than a reply. */
export type EnquiryAct = 'answer' | 'reopen' | ClosingReason

type Marked = { id: string; act: EnquiryAct }

/** Marks an enquiry as answered, reopens it, or closes it with a reason. */
function markEnquiry({ id, act }: Marked) {
  if (act === 'answer') return postJson(calls.answerEnquiry(id))
  if (act === 'reopen') return postJson(calls.reopenEnquiry(id))
  return postJson(calls.closeEnquiry(id), { reason: act })
}

export function useMarkEnquiry(told: { onSuccess: (nothing: unknown, marked: Marked) => void; onError: (error: Error) => void }) {
  const reload = useReload(consoleKey('enquiries'))
  return useCall({ mutationFn: markEnquiry, ...told, onSettled: reload })
}
