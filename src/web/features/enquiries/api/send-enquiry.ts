import type { EnquiryBody } from '#shared/enquiries/public.ts'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import type { EnquiryFields } from '../enquiry-draft.ts'

/** Idempotent: the same key with the same content sends one email. */
export function sendEnquiry(body: EnquiryFields & Pick<EnquiryBody, 'key' | 'homepage'>) {
  return postJson(calls.sendEnquiry, body)
}
