import { CallError } from '#web/lib/call-error.ts'

/** What the server says while others, or other tabs of the same account, take the places for uploads. */
const NO_ROOM = new Set(['too_many_uploads', 'uploads_full'])
/** The server's own Retry-After. */
const PAUSE_MS = 5000
/** Ten minutes: a photo of another tab may take as long on a bad connection. */
const MAX_TRIES = 120

let last: Promise<unknown> = Promise.resolve()

/** Sends a file once those before it have ended, and again for as long as the server has no room for it. Throws what `send` throws. */
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
