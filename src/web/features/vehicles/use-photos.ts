import { useRef, useState } from 'react'
import type { Lenient } from '#shared/lenient.ts'
import type { photoSchema } from '#shared/photo-schema.ts'
import { MAX_PHOTOS_PER_ITEM, MAX_PHOTOS_PER_REQUEST, TOO_MANY_ITEM_PHOTOS, TOO_MANY_PHOTOS } from '#shared/photos.ts'
import { deletePhoto, getDraft, uploadPhoto } from '#shared/vehicles/calls.ts'
import { ask } from '#web/lib/ask.ts'
import { CallError, errorOfResponse, NO_RESPONSE } from '#web/lib/call-error.ts'
import { callAddress, getJson } from '#web/lib/http.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { logProblem } from '#web/lib/log.ts'
import { photoRefusal, uploadInTurn } from '#web/lib/uploads.ts'
import type { WizardDraft } from './draft/use-wizard-draft.ts'
import { emptyItem, newId, photosOf, withoutItem, withoutPhoto, withPhoto, type Photo } from './draft/wizard-draft.ts'

/** Pauses before upload retries, in milliseconds. */
const RETRY_MS = [1000, 4000]
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Photos of items: chosen, uploaded to the draft one at a time, and removed. */
export function usePhotos({ latest, change, show }: WizardDraft) {
  const [refusals, setRefusals] = useState<string[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const isThere = (photo: Photo) => photosOf(latest.current).some(({ id }) => id === photo.id)

  const takeAway = (photo: Photo) => {
    if (photo.fileId === null) return
    ask(deletePhoto, { params: { id: photo.fileId } }).catch((error: unknown) => logProblem('A photo could not be deleted', error))
  }

  async function upload(itemId: string, photo: Photo, file: File, tries = 0): Promise<void> {
    if (!isThere(photo)) return
    try {
      const kept = await sendPhoto(itemId, file, (progress) => show((draft) => withPhoto(draft, photo.id, { progress })))
      if (!isThere(photo)) return takeAway({ ...photo, fileId: kept.id })
      change((draft) => withPhoto(draft, photo.id, { fileId: kept.id, name: kept.name, state: 'kept', progress: 1 }))
    } catch (error) {
      logProblem('A photo could not be uploaded', error)
      if (error instanceof CallError && [400, 409, 413, 415, 429].includes(error.status)) {
        // Retrying would not help.
        change((draft) => withoutPhoto(draft, photo.id))
        setRefusals((before) => [...before, `${file.name}: ${error.message}`])
        return
      }
      const wait = RETRY_MS[tries]
      if (wait === undefined) return change((draft) => withPhoto(draft, photo.id, { state: 'failed' }))
      await pause(wait)
      return upload(itemId, photo, file, tries + 1)
    }
  }

  const choose = (files: File[]) => {
    const refused: string[] = []
    for (const file of files) {
      const { newItem } = latest.current
      const refusal = photoRefusal(file) ?? countRefusal(newItem.photos.length, photosOf(latest.current).length)
      if (refusal !== undefined) {
        if (!refused.includes(refusal)) refused.push(refusal)
        continue
      }
      const photo: Photo = {
        id: newId(),
        fileId: null,
        name: file.name,
        state: 'uploading',
        progress: 0,
        previewUrl: URL.createObjectURL(file),
      }
      change((draft) => ({ ...draft, newItem: { ...draft.newItem, photos: [...draft.newItem.photos, photo] } }))
      queue.current = queue.current.then(() => upload(newItem.id, photo, file))
    }
    setRefusals(refused)
  }

  return {
    refusals,
    forgetRefusals: () => setRefusals([]),
    choose,
    remove: (photo: Photo) => {
      // The second click of a double click arrives before the next render.
      if (!isThere(photo)) return
      setRefusals([])
      change((draft) => withoutPhoto(draft, photo.id))
      takeAway(photo)
    },
    removeItem: (itemId: string) => {
      const gone = latest.current.items.find(({ id }) => id === itemId)?.photos ?? []
      change((draft) => withoutItem(draft, itemId))
      for (const photo of gone) takeAway(photo)
    },
    removeAll: () => {
      const gone = photosOf(latest.current)
      setRefusals([])
      change((draft) => ({ ...draft, items: [], newItem: emptyItem() }))
      for (const photo of gone) takeAway(photo)
    },
    /** Resolves when all uploads have ended, or after a timeout. */
    whenUploaded: (milliseconds: number) => Promise.race([queue.current, pause(milliseconds)]),
  }
}

function countRefusal(ofItem: number, ofAll: number): string | undefined {
  if (ofItem >= MAX_PHOTOS_PER_ITEM) return TOO_MANY_ITEM_PHOTOS
  return ofAll >= MAX_PHOTOS_PER_REQUEST ? TOO_MANY_PHOTOS : undefined
}

type UploadedPhoto = Lenient<typeof photoSchema>
type OnProgress = (share: number) => void

/**
 * Queues and sends one photo by XMLHttpRequest, since fetch cannot report progress. After a 401, reading the draft triggers the usual
 * refresh or login, and the photo is sent once more (specification §8).
 */
async function sendPhoto(itemId: string, file: File, onProgress: OnProgress): Promise<UploadedPhoto> {
  return uploadInTurn(async () => {
    try {
      return await send(itemId, file, onProgress)
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error
      await getJson(getDraft.path)
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
      const kept = request.status >= 200 && request.status < 300 && readLeniently(uploadPhoto.returns, answer)
      if (kept) resolve(kept.photo)
      else reject(errorOfResponse(request.status, answer))
    })
    for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, () => reject(new CallError(0, NO_RESPONSE)))
    request.open('POST', callAddress(uploadPhoto.path))
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
