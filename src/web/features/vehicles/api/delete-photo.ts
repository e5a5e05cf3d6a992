import { calls } from '#shared/paths.ts'
import { sendJson } from '#web/lib/http.ts'

export function deletePhoto(fileId: string) {
  return sendJson('DELETE', calls.photo(fileId))
}
