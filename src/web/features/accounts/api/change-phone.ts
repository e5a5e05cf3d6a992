import * as ownCalls from '#shared/accounts/own-calls.ts'
import { sendJson } from '#web/lib/http.ts'
import { accountQuery, shown } from './get-account.ts'
import { useQueryClient } from '@tanstack/react-query'

/** An empty number removes it. */
const changePhone = (phone: string) => shown(sendJson('PUT', ownCalls.getAccount.path, { phone }))

export function useChangePhone() {
  const client = useQueryClient()
  return async (phone: string) => client.setQueryData(accountQuery.queryKey, await changePhone(phone))
}
