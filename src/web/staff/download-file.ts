import { calls } from '#shared/paths.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { callAddress, getJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { notify } from './notices.tsx'

type Query = Parameters<typeof callAddress>[1]

/**
 * Lets the browser load a file of a staff call by itself: it may be larger than a page can hold. Before that the session is renewed
 * if it has to be; else the file would hold an error. Throws when there is no response.
 */
export async function downloadFile(path: string, query: Query): Promise<void> {
  await getJson(calls.staffMe)
  load(path, query)
}

/**
 * Returns a call that does so for a file that needs a fresh proof of identity, and says how that went. Nothing is loaded when whoever is
 * asked does not confirm that it is them.
 */
export function useGuardedDownload(path: string, query: Query) {
  return useCall({
    mutationFn: async () => {
      await getJson(calls.confirmIdentity)
      load(path, query)
    },
    onSuccess: () => notify('The file is on its way to your downloads.'),
    onError: (error) => notify(messageOf(error, 'The file could not be made. Please try again.', NO_RESPONSE), 'warning'),
  })
}

function load(path: string, query: Query): void {
  Object.assign(document.createElement('a'), { href: callAddress(path, query), download: '' }).click()
}
