import { uploadPicture } from '#shared/tours/picture-calls.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postForm } from '#web/lib/post-form.ts'

/** Uploads a file; the server returns it in all sizes, not yet described. */
export async function upload(file: File): Promise<StaffPicture> {
  const form = new FormData()
  form.append('alt', '')
  // The file goes last: the server only reads fields that precede it.
  form.append('file', file, file.name)
  return (await exactResponseOf(uploadPicture.returns, postForm(uploadPicture.path, form))).picture
}
