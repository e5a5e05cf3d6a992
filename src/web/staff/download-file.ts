import { calls } from '#shared/paths.ts'
import { callAddress, getJson } from '#web/lib/http.ts'

/**
 * Lets the browser load a file of a staff call by itself: it may be larger than a page can hold. Before that the session is renewed
 * if it has to be; else the file would hold an error. Throws when there is no response.
 */
export async function downloadFile(path: string, query: Parameters<typeof callAddress>[1]): Promise<void> {
  await getJson(calls.staffMe)
  Object.assign(document.createElement('a'), { href: callAddress(path, query), download: '' }).click()
}
