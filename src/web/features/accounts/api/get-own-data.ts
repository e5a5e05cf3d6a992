import { calls } from '#shared/paths.ts'
import { getJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'

const fetchOwnData = () => getJson(calls.accountData)

/** A mutation rather than a query, because each request produces a file. */
export function useOwnData(onFetched: (data: unknown) => void) {
  return useCall({ mutationFn: fetchOwnData, onSuccess: onFetched })
}
