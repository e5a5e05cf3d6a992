import * as ownCalls from '#shared/accounts/own-calls.ts'
import { sendJson } from '#web/lib/http.ts'
import { accountQuery, shown } from './get-account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '#web/lib/use-call.ts'

const removePicture = () => shown(sendJson('DELETE', ownCalls.uploadOwnPhoto.path))

export function useRemovePicture(onRemoved: () => void) {
  const client = useQueryClient()
  return useCall({
    mutationFn: removePicture,
    onSuccess: (account) => {
      client.setQueryData(accountQuery.queryKey, account)
      onRemoved()
    },
  })
}
