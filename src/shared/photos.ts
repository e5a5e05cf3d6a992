/** 10 MB in decimal units, as file managers count. */
export const MAX_PHOTO_BYTES = 10_000_000
export const MAX_PHOTOS_PER_ITEM = 6
/** Across all items of a draft or request. */
export const MAX_PHOTOS_PER_REQUEST = 30
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

export const PHOTO_TOO_LARGE = 'Photos can be up to 10 MB.'
export const TOO_MANY_ITEM_PHOTOS = `You can add up to ${MAX_PHOTOS_PER_ITEM} photos per item.`
export const TOO_MANY_PHOTOS = `You can add up to ${MAX_PHOTOS_PER_REQUEST} photos per request.`
export const PHOTO_WRONG_TYPE = 'Please choose a JPEG, PNG or WebP photo.'
export const PHOTO_HEIC =
  'This is a HEIC photo, which we can’t read. Please save it as a JPEG first (on an iPhone: Settings, Camera, Formats, Most Compatible).'
export const PHOTO_UNREADABLE = 'We can’t read this photo. Please choose another one.'
