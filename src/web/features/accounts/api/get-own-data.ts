import { calls } from '#shared/paths.ts'
import { getJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'

const fetchOwnData = () => getJson(calls.accountData)

/** Not a query: a file is made of it, once for each time that somebody asks. */
export function useOwnData(onFetched: (data: unknown) => void) {
  return useCall({ mutationFn: fetchOwnData, onSuccess: onFetched })
}
