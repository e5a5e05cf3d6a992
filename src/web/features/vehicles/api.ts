import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { draftResponseSchema, savedDraftResponseSchema, type DraftContent } from '#shared/vehicle-drafts.ts'
import { checkPincodesResponseSchema, type BookVehicleBody } from '#shared/vehicle-requests.ts'
import { serviceTypeSchema } from '#shared/vehicles.ts'
import { responseOf, getJson, postJson, sendJson } from '#web/lib/http.ts'

/** The services on offer, whether the response is the bare list or has it under `data`. */
export const serviceTypesQuery = queryOptions({
  queryKey: ['vehicles', 'services'],
  queryFn: ({ signal }) => responseOf(z.array(serviceTypeSchema), listOf(getJson(calls.serviceTypes, {}, { signal }))),
})

async function listOf(call: Promise<unknown>): Promise<unknown> {
  const answer = await call
  return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
}

export function checkPincodes(pincodes: { pickup: string; drop: string }) {
  return responseOf(checkPincodesResponseSchema, postJson(calls.checkPincodes, pincodes))
}

/** Asks for a quote; the response is only logged (specification §7). */
export function bookVehicle(body: BookVehicleBody) {
  return postJson(calls.bookVehicle, body)
}

export function findDraft() {
  return responseOf(draftResponseSchema, getJson(calls.draft))
}

export function saveDraft(version: number, draft: DraftContent) {
  return responseOf(savedDraftResponseSchema, sendJson('PUT', calls.draft, { version, draft }))
}

export function deletePhoto(fileId: string) {
  return sendJson('DELETE', calls.photo(fileId))
}
