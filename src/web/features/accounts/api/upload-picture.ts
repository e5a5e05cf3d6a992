import type { PhotoCrop } from '#shared/accounts/settings.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import { postForm } from '#web/lib/post-form.ts'
import { accountQuery, shown, type OwnAccount } from './get-account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '#web/lib/use-call.ts'

async function uploadPicture(file: File, crop: PhotoCrop): Promise<OwnAccount> {
  const form = new FormData()
  for (const [name, value] of Object.entries(crop)) form.append(name, String(value))
  // The file goes last: the server only reads fields that precede it.
  form.append('file', file, file.name)
  return shown(postForm(ownCalls.uploadOwnPhoto.path, form))
}

export function useUploadPicture(onSaved: () => void) {
  const client = useQueryClient()
  return useCall({
    mutationFn: ({ file, crop }: { file: File; crop: PhotoCrop }) => uploadPicture(file, crop),
    onSuccess: (account) => {
      client.setQueryData(accountQuery.queryKey, account)
      onSaved()
    },
  })
}
