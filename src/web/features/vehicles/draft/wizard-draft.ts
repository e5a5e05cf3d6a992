import { CENTIMETRES, typedNumber } from '#shared/typed-numbers.ts'
import { isPostcode, normalisePostcode } from '#shared/vehicles/postcodes.ts'

/** The six steps in order (specification §2). */
export const STEPS = ['Location', 'Service', 'Contact', 'Items', 'Details', 'Confirm'] as const
export const LAST_STEP = STEPS.length - 1

/** Raw field values. */
export type Fields = {
  pickupPinCode: string
  dropoffPinCode: string
  /** Local date and time, `2026-11-21T09:30`. */
  movingDate: string
  serviceTypeId: string
  name: string
  phone: string
  email: string
  address: string
  dropaddress: string
  pickupFloor: string
  dropFloor: string
  helpers: string
}
export type FieldName = keyof Fields

export type Photo = {
  /** Local to this page. */
  id: string
  /** The server's id of the uploaded file; null until there is one. */
  fileId: string | null
  /** Sent with the request: the name of the uploaded file, or else of the chosen one. */
  name: string
  state: 'uploading' | 'kept' | 'failed'
  progress: number
  /** An object URL at first, the server's address after the upload. */
  previewUrl: string | undefined
}

const ITEM_FIELDS = ['name', 'length', 'width', 'height'] as const
export type ItemField = (typeof ITEM_FIELDS)[number]
/** Dimensions are in cm, as typed. */
export type Item = Record<ItemField, string> & { id: string; photos: Photo[] }

export type Draft = {
  step: number
  fields: Fields
  items: Item[]
  /** The item being described, not yet added to the list. */
  newItem: Item
  /** The last pair of pincodes confirmed as served. */
  servedPincodes: string
}

const NO_FIELDS: Fields = {
  pickupPinCode: '',
  dropoffPinCode: '',
  movingDate: '',
  serviceTypeId: '',
  name: '',
  phone: '',
  email: '',
  address: '',
  dropaddress: '',
  pickupFloor: '0',
  dropFloor: '0',
  helpers: '0',
}
export const FIELD_NAMES = Object.keys(NO_FIELDS) as FieldName[]

export const newId = () => Math.random().toString(36).slice(2, 10)

export function emptyItem(): Item {
  return { id: newId(), name: '', length: '', width: '', height: '', photos: [] }
}

export function emptyDraft(): Draft {
  return { step: 0, fields: NO_FIELDS, items: [], newItem: emptyItem(), servedPincodes: '' }
}

export function isUntouched({ fields, items, newItem }: Draft): boolean {
  return FIELD_NAMES.every((name) => fields[name] === NO_FIELDS[name]) && items.length === 0 && isItemUntouched(newItem)
}

export function isItemUntouched(item: Item): boolean {
  return ITEM_FIELDS.every((field) => item[field].trim() === '') && item.photos.length === 0
}

export function withField(draft: Draft, name: FieldName, value: string): Draft {
  return { ...draft, fields: { ...draft.fields, [name]: value } }
}

/** Changes a single field, because photos of the item may have arrived since the last render. */
export function withNewItemField(draft: Draft, field: ItemField, value: string): Draft {
  return { ...draft, newItem: { ...draft.newItem, [field]: value } }
}

/** Moves the item being described to the list and starts an empty one. */
export function withNewItemAdded(draft: Draft): Draft {
  return { ...draft, items: [...draft.items, draft.newItem], newItem: emptyItem() }
}

export function withoutItem(draft: Draft, itemId: string): Draft {
  return { ...draft, items: draft.items.filter((item) => item.id !== itemId) }
}

/** Changes a photo wherever it is now: its item may have been added to the list since. */
export function withPhoto(draft: Draft, photoId: string, change: Partial<Photo>): Draft {
  const inItem = (item: Item): Item => ({
    ...item,
    photos: item.photos.map((photo) => (photo.id === photoId ? { ...photo, ...change } : photo)),
  })
  return { ...draft, items: draft.items.map(inItem), newItem: inItem(draft.newItem) }
}

export function withoutPhoto(draft: Draft, photoId: string): Draft {
  const inItem = (item: Item): Item => ({ ...item, photos: item.photos.filter(({ id }) => id !== photoId) })
  return { ...draft, items: draft.items.map(inItem), newItem: inItem(draft.newItem) }
}

export function photosOf(draft: Draft): Photo[] {
  return [...draft.items, draft.newItem].flatMap((item) => item.photos)
}

/** In centimetres; 0 for invalid input. */
export function sizeOf({ length, width, height }: Pick<Item, 'length' | 'width' | 'height'>) {
  const [long, wide, high] = [length, width, height].map((text) => typedNumber(text, CENTIMETRES) || 0)
  return { length: long ?? 0, width: wide ?? 0, height: high ?? 0 }
}

/** The two pincodes as sent, such as `EC1A 1BB`. Invalid input is left as typed. */
export function pincodesOf({ pickupPinCode, dropoffPinCode }: Fields): { pickup: string; drop: string } {
  return { pickup: cleanPincode(pickupPinCode), drop: cleanPincode(dropoffPinCode) }
}

export function pincodePair(fields: Fields): string {
  const { pickup, drop } = pincodesOf(fields)
  return `${pickup}, ${drop}`
}

function cleanPincode(text: string): string {
  return isPostcode(text) ? normalisePostcode(text) : text.trim().toUpperCase()
}
