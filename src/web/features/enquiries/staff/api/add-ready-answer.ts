import type { NewReadyAnswerBody } from '#shared/enquiries/staff.ts'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'
import { readyAnswersQuery } from './list-ready-answers.ts'

function addReadyAnswer(body: NewReadyAnswerBody) {
  return postJson(calls.readyAnswers, body)
}

export function useAddReadyAnswer() {
  return useSend(addReadyAnswer, readyAnswersQuery.queryKey)
}
