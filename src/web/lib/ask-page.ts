import { pathOf, type Call, type SentWith } from '#shared/contract.ts'
import { answerOf, type AnswerOf, type Sent } from '#web/lib/ask.ts'
import { getPage } from '#web/lib/http.ts'

/** Asks for a page of a list, with the list’s total, which is undefined if the server doesn’t send it. */
export async function askPage<C extends Call>(
  call: C,
  given: SentWith<C>,
  signal?: AbortSignal,
): Promise<{ data: AnswerOf<C>; total: number | undefined }> {
  const { params = {}, query } = given as Sent
  const { body, total } = await getPage(pathOf(call, params), query, { signal })
  return { data: await answerOf(call, Promise.resolve(body)), total }
}
