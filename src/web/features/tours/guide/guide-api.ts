import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { attendanceSchema } from '#shared/attendance.ts'
import { guideManifestSchema, guideNameSchema } from '#shared/guide-links.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { tabStore } from '#web/lib/tab-store.ts'
import { ticksKey } from '#web/lib/waiting-ticks.ts'
import { tickQueue, type TickQueue } from '#web/features/tours/attendance/tick-queue.ts'

/** Returns who travels, as a guide sees it. Each reading is recorded, so it is read once, and again when asked for. */
export function guideManifestQuery(token: string) {
  return queryOptions({
    queryKey: ['guide', token],
    queryFn: ({ signal }) => exactResponseOf(guideManifestSchema, postJson(calls.guideManifest, { token }, { signal })),
    staleTime: Infinity,
  })
}

/** What the guide is called, in this tab. */
export const guideName = tabStore('guide-name', (kept) => z.parse(guideNameSchema, kept))

/** Returns the ticks of whoever has opened a link. */
export function guideTicks(token: string): TickQueue {
  return tickQueue(ticksKey('guide', token), (ticks) =>
    exactResponseOf(attendanceSchema, postJson(calls.guideTicks, { token, name: guideName.find() ?? '', ticks })),
  )
}
