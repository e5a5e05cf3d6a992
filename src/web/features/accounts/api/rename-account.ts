import * as ownCalls from '#shared/accounts/own-calls.ts'
import { sendJson } from '#web/lib/http.ts'
import { accountQuery, shown } from './get-account.ts'
import { useQueryClient } from '@tanstack/react-query'

const rename = (name: string) => shown(sendJson('PUT', ownCalls.getAccount.path, { name }))

export function useRename() {
  const client = useQueryClient()
  return async (name: string) => client.setQueryData(accountQuery.queryKey, await rename(name))
}
