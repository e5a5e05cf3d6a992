import type { ReplyBody } from '#shared/enquiries/staff.ts'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

function sendReply(id: string, body: ReplyBody) {
  return postJson(calls.enquiryReplies(id), body)
}

export function useSendReply() {
  return useSend(sendReply, consoleKey('enquiries'))
}
