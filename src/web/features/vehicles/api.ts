import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import type { DraftAnswer, DraftContent } from '#shared/vehicle-drafts.ts'
import type { ServiceType } from '#shared/vehicles.ts'
import type { BookVehicleBody, CheckPincodesAnswer } from '#shared/vehicle-requests.ts'
import { getJson, postJson, sendJson } from '#web/lib/http.ts'

/** The services on offer, whether the answer is the bare list or has it under `data`. */
export const serviceTypesQuery = queryOptions({
  queryKey: ['vehicles', 'services'],
  queryFn: async ({ signal }) => {
    const answer = await getJson<ServiceType[] | { data?: ServiceType[] } | null>(calls.serviceTypes, {}, { signal })
    const list = Array.isArray(answer) ? answer : answer?.data
    return Array.isArray(list) ? list : []
  },
})

export function checkPincodes(pincodes: { pickup: string; drop: string }) {
  return postJson<Partial<CheckPincodesAnswer> | null>(calls.checkPincodes, pincodes)
}

/** Asks for a quote; the answer is only logged (specification §7). */
export function bookVehicle(body: BookVehicleBody) {
  return postJson<unknown>(calls.bookVehicle, body)
}

export function findDraft() {
  return getJson<DraftAnswer | null>(calls.draft)
}

export function saveDraft(version: number, draft: DraftContent) {
  return sendJson<{ version?: number } | null>('PUT', calls.draft, { version, draft })
}

export function deletePhoto(fileId: string) {
  return sendJson<unknown>('DELETE', calls.photo(fileId))
}
