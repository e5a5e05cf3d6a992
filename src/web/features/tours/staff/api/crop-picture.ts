import { calls } from '#shared/paths.ts'
import { staffPictureResponseSchema, type Crop, type StaffPicture } from '#shared/tours/staff-pictures.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'

/** Creates a new picture, with its own id, from a part of the same original. */
export function cropPicture(id: string, crop: Crop): Promise<StaffPicture> {
  return pictureOf(postJson(calls.cropPicture(id), crop))
}

async function pictureOf(call: Promise<unknown>): Promise<StaffPicture> {
  return (await exactResponseOf(staffPictureResponseSchema, call)).picture
}
