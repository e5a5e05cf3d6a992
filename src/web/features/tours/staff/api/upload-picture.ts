import { calls } from '#shared/paths.ts'
import { staffPictureResponseSchema, type StaffPicture } from '#shared/tours/staff-pictures.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postForm } from '#web/lib/post-form.ts'
import { useCall } from '#web/lib/use-call.ts'

/** Uploads a file; the server returns it in all sizes, not yet described. */
async function uploadPicture(file: File): Promise<StaffPicture> {
  const form = new FormData()
  form.append('alt', '')
  // The file goes last: the server only reads fields that precede it.
  form.append('file', file, file.name)
  return pictureOf(postForm(calls.staffPictures, form))
}

async function pictureOf(call: Promise<unknown>): Promise<StaffPicture> {
  return (await exactResponseOf(staffPictureResponseSchema, call)).picture
}

type Told = { onSending: (file: File) => void; onAdded: (picture: StaffPicture) => void }

/** Uploads files one at a time. Files before one that fails have already been added. */
export function useUploadPictures({ onSending, onAdded }: Told) {
  return useCall({
    mutationFn: async (files: File[]) => {
      for (const file of files) {
        onSending(file)
        onAdded(await uploadPicture(file))
      }
    },
  })
}
