import { calls } from '#shared/paths.ts'
import type { Lenient } from '#shared/lenient.ts'
import type { photoSchema } from '#shared/photo-schema.ts'
import { uploadedPhotoResponseSchema } from '#shared/vehicles/drafts.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { errorOfResponse, NO_RESPONSE } from '#web/lib/call-error.ts'
import { callAddress, CallError, getJson } from '#web/lib/http.ts'
import { uploadInTurn } from '#web/lib/upload-turns.ts'

type UploadedPhoto = Lenient<typeof photoSchema>
type OnProgress = (share: number) => void

/**
 * Queues and sends one photo by XMLHttpRequest, since fetch cannot report progress. After a 401, reading the draft triggers the usual
 * refresh or login, and the photo is sent once more (specification §8).
 */
export async function uploadPhoto(itemId: string, file: File, onProgress: OnProgress): Promise<UploadedPhoto> {
  return uploadInTurn(async () => {
    try {
      return await send(itemId, file, onProgress)
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error
      await getJson(calls.draft)
      return send(itemId, file, onProgress)
    }
  })
}

function send(itemId: string, file: File, onProgress: OnProgress): Promise<UploadedPhoto> {
  const request = new XMLHttpRequest()
  const body = new FormData()
  body.append('itemId', itemId)
  body.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const answer = parse(request.responseText)
      const kept = request.status >= 200 && request.status < 300 && readLeniently(uploadedPhotoResponseSchema, answer)
      if (kept) resolve(kept.photo)
      else reject(errorOfResponse(request.status, answer))
    })
    for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, () => reject(new CallError(0, NO_RESPONSE)))
    request.open('POST', callAddress(calls.draftPhotos))
    request.withCredentials = true
    request.setRequestHeader('accept', 'application/json')
    request.send(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
