import { MAX_PHOTO_BYTES, PHOTO_HEIC, PHOTO_TOO_LARGE, PHOTO_TYPES, PHOTO_UNREADABLE, PHOTO_WRONG_TYPE } from '#shared/photos.ts'

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
