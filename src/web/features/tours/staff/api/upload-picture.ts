import { calls } from '#shared/paths.ts'
import { staffPictureResponseSchema, type StaffPicture } from '#shared/tours/staff-pictures.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postForm } from '#web/lib/post-form.ts'
import { useCall } from '#web/lib/use-call.ts'

/** Returns the picture that a file has become, in all its sizes; nobody has described it yet. */
async function uploadPicture(file: File): Promise<StaffPicture> {
  const form = new FormData()
  form.append('alt', '')
  // Last: the server reads the fields that come before the file.
  form.append('file', file, file.name)
  return pictureOf(postForm(calls.staffPictures, form))
}

async function pictureOf(call: Promise<unknown>): Promise<StaffPicture> {
  return (await exactResponseOf(staffPictureResponseSchema, call)).picture
}

type Told = { onSending: (file: File) => void; onAdded: (picture: StaffPicture) => void }

/** Uploads files one after the other. Those before one that fails have been added. */
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
