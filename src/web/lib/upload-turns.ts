import { CallError } from '#web/lib/call-error.ts'

/** Error codes while other uploads, or other tabs of the account, occupy all slots. */
const NO_ROOM = new Set(['too_many_uploads', 'uploads_full'])
/** The same as the server's Retry-After. */
const PAUSE_MS = 5000
/** Ten minutes: a photo in another tab may take that long on a bad connection. */
const MAX_TRIES = 120

let last: Promise<unknown> = Promise.resolve()

/** Queues a file behind earlier ones and retries while the server has no free slot. Other errors of `send` are thrown. */
export function uploadInTurn<T>(send: () => Promise<T>): Promise<T> {
  const own = last.then(() => sendWhenThereIsRoom(send))
  last = own.catch(() => undefined)
  return own
}

async function sendWhenThereIsRoom<T>(send: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallError) || !NO_ROOM.has(error.code) || tries >= MAX_TRIES) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return sendWhenThereIsRoom(send, tries + 1)
  }
}
