import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import type { Permission } from '#shared/accounts/permissions.ts'
import { isForStaff, pathOf, type Call, type Returns, type SentWith } from '#shared/contract.ts'
import type { Lenient } from '#shared/lenient.ts'
import { callAddress, getPage, responseOf, send } from '#web/lib/http.ts'

export type AnswerOf<C extends Call> = [Returns<C>] extends [never]
  ? unknown
  : C['may'] extends Permission
    ? z.input<Returns<C>>
    : Lenient<Returns<C>>

type Sent = { params?: Record<string, string>; query?: Record<string, string | number | boolean | undefined>; body?: unknown }

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

/**
 * Parses a response strictly; throws if it does not match. For staff calls, which only our own server answers. A value from shared/words.ts
 * may be newer than this page, which its type allows for. Response schemas have no transforms.
 */
export async function exactResponseOf<S extends z.ZodMiniType>(schema: S, call: Promise<unknown>): Promise<z.input<S>> {
  return schema.parse(await call) as z.input<S>
}
