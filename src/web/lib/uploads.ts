import { MAX_PHOTO_BYTES, PHOTO_HEIC, PHOTO_TOO_LARGE, PHOTO_TYPES, PHOTO_UNREADABLE, PHOTO_WRONG_TYPE } from '#shared/photos.ts'
import { CallError } from '#web/lib/call-error.ts'
import { callAddress, send } from '#web/lib/http.ts'

/** Error codes while other uploads, or other tabs of the account, occupy all slots. */
const NO_ROOM = new Set(['too_many_uploads', 'uploads_full'])
/** The same as the server's Retry-After. */
const PAUSE_MS = 5000
/** Ten minutes: a photo in another tab may take that long on a bad connection. */
const MAX_TRIES = 120

let lastUpload: Promise<unknown> = Promise.resolve()

/** Queues a file behind earlier ones and retries while the server has no free slot. Other errors of `upload` are thrown. */
export function uploadInTurn<T>(upload: () => Promise<T>): Promise<T> {
  const own = lastUpload.then(() => sendWhenThereIsRoom(upload))
  lastUpload = own.catch(() => undefined)
  return own
}

async function sendWhenThereIsRoom<T>(upload: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await upload()
  } catch (error) {
    if (!(error instanceof CallError) || !NO_ROOM.has(error.code) || tries >= MAX_TRIES) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return sendWhenThereIsRoom(upload, tries + 1)
  }
}

export function postForm(path: string, form: FormData): Promise<unknown> {
  return uploadInTurn(() => send(callAddress(path), path, { method: 'POST', body: form }))
}

export function photoRefusal({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  const reason = reasonAgainst(name, type, size)
  return reason && `${name}: ${reason}`
}

function reasonAgainst(name: string, type: string, size: number): string | undefined {
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)) return PHOTO_HEIC
  if (!(PHOTO_TYPES as readonly string[]).includes(type)) return PHOTO_WRONG_TYPE
  if (size === 0) return PHOTO_UNREADABLE
  return size > MAX_PHOTO_BYTES ? PHOTO_TOO_LARGE : undefined
}
