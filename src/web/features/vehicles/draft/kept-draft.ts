import { pathOf } from '#shared/contract.ts'
import { CENTIMETRES, typedNumber } from '#shared/typed-numbers.ts'
import type { Lenient } from '#shared/lenient.ts'
import type { photoSchema } from '#shared/photo-schema.ts'
import { getPhoto } from '#shared/vehicles/calls.ts'
import type { draftContentSchema, DraftContent } from '#shared/vehicles/drafts.ts'
import { callAddress } from '#web/lib/http.ts'
import { tabStore } from '#web/lib/tab-store.ts'
import {
  emptyDraft,
  emptyItem,
  FIELD_NAMES,
  newId,
  pincodePair,
  STEPS,
  type Draft,
  type Fields,
  type Item,
  type Photo,
} from './wizard-draft.ts'

type UploadedPhoto = Lenient<typeof photoSchema>
/** The draft as last loaded from or saved to the server. */
export type KeptDraft = { version: number; draft: Lenient<typeof draftContentSchema> | null; photos: UploadedPhoto[] }

/**
 * The tab's own copy, for reloads, the way to the login and back, and failing servers. `version` is the server version it is based on;
 * `isAhead` means that it has unsaved changes.
 */
export type StoredDraft = { owner: string; version: number; isAhead: boolean; draft: Draft }

/** Returns the part of a draft that the server keeps. The item still being described is stored only in this tab. */
export function toContent({ step, fields, items }: Draft): DraftContent {
  const { pickupPinCode, dropoffPinCode, movingDate, serviceTypeId, name, email, phone, address, dropaddress } = fields
  return {
    step: step + 1,
    pickupPinCode,
    dropoffPinCode,
    movingDate,
    serviceTypeId,
    contact: { name, email, phone, address, dropaddress },
    items: items.map((item) => ({
      id: item.id,
      name: item.name,
      length: toNumber(item.length),
      width: toNumber(item.width),
      height: toNumber(item.height),
      photos: item.photos.map((photo) => ({ id: photo.fileId, name: photo.name })),
    })),
    pickupFloor: toNumber(fields.pickupFloor),
    dropFloor: toNumber(fields.dropFloor),
    helpers: toNumber(fields.helpers),
  }
}

/** Restores a draft from the server, saved on another device or before the session was lost. */
export function fromContent(content: Lenient<typeof draftContentSchema>, uploads: readonly UploadedPhoto[]): Draft {
  const { contact, pickupPinCode, dropoffPinCode, movingDate, serviceTypeId } = content
  const fields: Fields = {
    ...contact,
    pickupPinCode,
    dropoffPinCode,
    movingDate,
    serviceTypeId,
    pickupFloor: String(content.pickupFloor),
    dropFloor: String(content.dropFloor),
    helpers: String(content.helpers),
  }
  return {
    step: content.step - 1,
    fields,
    items: content.items.map((item) => ({
      id: item.id,
      name: item.name,
      length: toText(item.length),
      width: toText(item.width),
      height: toText(item.height),
      photos: item.photos.map(({ id, name }) => photoOf(uploads.find((upload) => upload.id === id) ?? { id, name })),
    })),
    newItem: emptyItem(),
    // The first step cannot be left with unserved pincodes, so these have been checked.
    servedPincodes: content.step > 1 ? pincodePair(fields) : '',
  }
}

/**
 * Returns the draft to continue with: this tab's if the server lacks its changes, otherwise the server's. If both have changed since
 * `base`, fields edited here win and the rest come from the server. Without `base`, fields empty here are filled from the server and no
 * item is lost.
 */
export function mergeDrafts(local: StoredDraft | undefined, answer: KeptDraft, base: KeptDraft['draft'] = null): Draft {
  const server = answer.draft && fromContent(answer.draft, answer.photos)
  if (!local) return server ?? emptyDraft()
  if (local.version === answer.version) return local.draft
  // It was booked or cleared elsewhere, so whatever this tab had saved is obsolete.
  if (!server) return local.isAhead ? local.draft : emptyDraft()
  if (!local.isAhead) return { ...server, newItem: local.draft.newItem }
  const own = local.draft
  const before = base ? fromContent(base, []) : emptyDraft()
  const fields = { ...own.fields }
  for (const name of FIELD_NAMES) if (fields[name] === before.fields[name]) fields[name] = server.fields[name]
  const items = [
    ...own.items.filter((item) => !hasItem(before, item) || hasItem(server, item)),
    ...server.items.filter((item) => !hasItem(before, item) && !hasItem(own, item)),
  ]
  return { ...own, fields, items }
}

function hasItem({ items }: Draft, { id }: Item): boolean {
  return items.some((item) => item.id === id)
}

/** Completes a stored draft; undefined if it is not one. Photos whose upload was interrupted have only a name. */
export function restoreDraft(stored: unknown): Draft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { step, fields, items, newItem, servedPincodes } = stored as Partial<Draft>
  const empty = emptyDraft()
  if (typeof fields !== 'object' || !Array.isArray(items)) return undefined
  const known = FIELD_NAMES.filter((name) => typeof fields[name] === 'string').map((name) => [name, fields[name]])
  return {
    step: Number.isInteger(step) && step !== undefined && step >= 0 && step < STEPS.length ? step : 0,
    fields: { ...empty.fields, ...(Object.fromEntries(known) as Partial<Fields>) },
    items: items.map(restoreItem),
    newItem: newItem ? restoreItem(newItem) : empty.newItem,
    servedPincodes: typeof servedPincodes === 'string' ? servedPincodes : '',
  }
}

function restoreItem(item: Item): Item {
  const photos = (item.photos ?? []).map((photo): Photo => ({
    ...photo,
    ...(photo.fileId === null
      ? { state: 'failed', previewUrl: undefined }
      : { state: 'kept', previewUrl: callAddress(pathOf(getPhoto, { id: photo.fileId })) }),
  }))
  return { ...emptyItem(), ...item, photos }
}

function photoOf(upload: { id?: string | null | undefined; name: string; url?: string | undefined }): Photo {
  const { id = null, name, url } = upload
  const previewUrl = url === undefined ? undefined : callAddress(url)
  return { id: newId(), fileId: id, name, state: id === null ? 'failed' : 'kept', progress: 1, previewUrl }
}

/** Parses a typed number; 0 if the server would refuse it. */
function toNumber(text: string): number {
  const number = typedNumber(text, CENTIMETRES)
  return number >= 0 && number <= 1_000_000 ? number : 0
}

function toText(number: number): string {
  return number === 0 ? '' : String(number)
}

/** Returns the draft of `owner` in this tab. Another owner's draft, or invalid data, is removed. */
export function findStoredDraft(owner: string): StoredDraft | undefined {
  const stored = storeOf(owner).find()
  if (!stored) forgetStoredDraft()
  return stored
}

/** Object URLs of photos do not outlive the page; `restoreDraft` restores photos by name or address. */
export function storeDraft(stored: StoredDraft): void {
  storeOf(stored.owner).keep(stored)
}

export function forgetStoredDraft(): void {
  storeOf('').forget()
}

function storeOf(visitor: string) {
  return tabStore('vehicle-draft', (kept) => readStored(kept as Partial<StoredDraft>, visitor))
}

function readStored({ owner, version, isAhead, draft }: Partial<StoredDraft>, visitor: string): StoredDraft | undefined {
  const restored = owner === visitor ? restoreDraft(draft) : undefined
  return restored && { owner: visitor, version: Number(version) || 0, isAhead: isAhead !== false, draft: restored }
}
