import { queryOptions } from '@tanstack/react-query'
import { ledgerLockSchema, type LockBody } from '#shared/ledger/days.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, sendJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

export const ledgerLockQuery = queryOptions({
  queryKey: ['staff', 'ledger', 'lock'],
  queryFn: ({ signal }) => exactResponseOf(ledgerLockSchema, getJson(calls.staffLedgerLock, {}, { signal })),
})

function changeLock(body: LockBody) {
  return sendJson('PUT', calls.staffLedgerLock, body)
}

export function useChangeLock() {
  return useSend(changeLock, consoleKey('ledger'))
}
