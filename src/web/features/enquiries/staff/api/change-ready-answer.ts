import type { ChangeReadyAnswerBody } from '#shared/enquiries/staff.ts'
import { calls } from '#shared/paths.ts'
import { sendJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'
import { readyAnswersQuery } from './list-ready-answers.ts'

function changeReadyAnswer(id: string, body: ChangeReadyAnswerBody) {
  return sendJson('PUT', calls.readyAnswer(id), body)
}

export function useChangeReadyAnswer() {
  return useSend(changeReadyAnswer, readyAnswersQuery.queryKey)
}
