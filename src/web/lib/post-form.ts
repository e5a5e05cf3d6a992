import { callAddress, send } from '#web/lib/http.ts'
import { uploadInTurn } from '#web/lib/upload-turns.ts'

export function postForm(path: string, form: FormData): Promise<unknown> {
  return uploadInTurn(() => send(callAddress(path), path, { method: 'POST', body: form }))
}
