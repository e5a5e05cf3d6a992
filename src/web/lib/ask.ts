import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import type { Permission } from '#shared/accounts/permissions.ts'
import { isForStaff, pathOf, type Call, type Returns, type SentWith } from '#shared/contract.ts'
import type { Lenient } from '#shared/lenient.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { callAddress, responseOf, send } from '#web/lib/http.ts'

export type AnswerOf<C extends Call> = [Returns<C>] extends [never]
  ? unknown
  : C['may'] extends Permission
    ? z.input<Returns<C>>
    : Lenient<Returns<C>>

export type Sent = { params?: Record<string, string>; query?: Record<string, string | number | boolean | undefined>; body?: unknown }

/** Makes a call. Answers for staff are read exactly, since only our own server gives them, all others leniently. */
export async function ask<C extends Call>(call: C, given: SentWith<C>, signal?: AbortSignal): Promise<AnswerOf<C>> {
  const { method } = call
  const { params = {}, query, body = {} } = given as Sent
  const at = pathOf(call, params)
  const init = { method, ...(signal && { signal }), ...(method !== 'GET' && { body: JSON.stringify(body) }) }
  return answerOf(call, send(callAddress(at, query), at, init))
}

export async function answerOf<C extends Call>(call: C, answer: Promise<unknown>): Promise<AnswerOf<C>> {
  const { returns } = call
  if (!returns) return (await answer) as AnswerOf<C>
  return (isForStaff(call) ? exactResponseOf(returns, answer) : responseOf(returns, answer)) as Promise<AnswerOf<C>>
}

type QueryRules = { key?: readonly unknown[]; staleTime?: number; gcTime?: number; refetchOnWindowFocus?: boolean; retry?: false }

/** A query that makes this call, by default under the parts of its path and what it’s asked for. */
export function queryOf<C extends Call>(call: C, given: SentWith<C>, { key, ...more }: QueryRules = {}) {
  const { params = {}, query } = given as Sent
  const parts = pathOf(call, params).split('/').slice(1)
  return queryOptions({
    ...more,
    queryKey: key ?? (query ? [...parts, query] : parts),
    queryFn: async ({ signal }) => ask(call, given, signal),
  })
}
