import { calls } from '#shared/paths.ts'
import { staffPictureResponseSchema, type StaffPicture } from '#shared/tours/staff-pictures.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { sendJson } from '#web/lib/http.ts'

/** `seenAlt` is the description the user saw; the server refuses the change if it is no longer current. */
export function describePicture(id: string, body: { alt: string; seenAlt: string }): Promise<StaffPicture> {
  return pictureOf(sendJson('PUT', calls.staffPicture(id), body))
}

async function pictureOf(call: Promise<unknown>): Promise<StaffPicture> {
  return (await exactResponseOf(staffPictureResponseSchema, call)).picture
}
