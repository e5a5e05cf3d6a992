export const PICTURE_FORMATS = ['webp', 'avif'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Returns undefined for files that are not pictures, such as a half-written one. */
export function pictureFormatOf(name: string): PictureFormat | undefined {
  return PICTURE_FORMATS.find((format) => name.endsWith(`.${format}`))
}

export function contentTypeOf(name: string): string {
  const format = pictureFormatOf(name)
  return format ? `image/${format}` : 'application/octet-stream'
}
