import { CONFIRM_IDENTITY } from '#shared/accounts/session-paths.ts'
import { getStaffMember } from '#shared/accounts/colleague-calls.ts'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { callAddress, getJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { notify } from './notices.tsx'

type Query = Parameters<typeof callAddress>[1]

/**
 * Has the browser download a file from a staff call, since it may be too large for the page's memory. The session is refreshed first if
 * necessary, because otherwise the file would contain an error. Throws if there is no response.
 */
export async function downloadFile(path: string, query: Query): Promise<void> {
  await ask(getStaffMember, {})
  load(path, query)
}

/** Like `downloadFile`, for files that need a confirmed identity. Nothing is downloaded if the user does not confirm. */
export function useGuardedDownload(path: string, query: Query) {
  return useCall({
    mutationFn: async () => {
      await getJson(CONFIRM_IDENTITY)
      load(path, query)
    },
    onSuccess: () => notify('File downloaded.'),
    onError: (error) => notify(messageOf(error, 'We couldn’t create the file. Please try again.', NO_RESPONSE), 'warning'),
  })
}

function load(path: string, query: Query): void {
  Object.assign(document.createElement('a'), { href: callAddress(path, query), download: '' }).click()
}
