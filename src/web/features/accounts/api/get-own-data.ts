import * as securityCalls from '#shared/accounts/security-calls.ts'
import { getJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'

const fetchOwnData = () => getJson(securityCalls.downloadOwnData.path)

/** A mutation rather than a query, because each request produces a file. */
export function useOwnData(onFetched: (data: unknown) => void) {
  return useCall({ mutationFn: fetchOwnData, onSuccess: onFetched })
}
