/** 10 MB in decimal units, as file managers count. */
export const MAX_PHOTO_BYTES = 10_000_000
export const MAX_PHOTOS_PER_ITEM = 6
/** Across all items of a draft or request. */
export const MAX_PHOTOS_PER_REQUEST = 30
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

export const PHOTO_TOO_LARGE = 'A photo may be at most 10 MB.'
export const TOO_MANY_ITEM_PHOTOS = `An item may have at most ${MAX_PHOTOS_PER_ITEM} photos.`
export const TOO_MANY_PHOTOS = `A request may have at most ${MAX_PHOTOS_PER_REQUEST} photos.`
export const PHOTO_WRONG_TYPE = 'Please choose a JPEG, PNG or WebP photo.'
export const PHOTO_HEIC =
  'This is a HEIC photo, which we cannot read. Please save it as JPEG first (on an iPhone: Settings, Camera, Formats, Most Compatible).'
export const PHOTO_UNREADABLE = 'This photo cannot be read. Please choose another one.'
