/** The formats in which pictures are made and kept. The name of a file ends with its own. */
export const PICTURE_FORMATS = ['webp', 'avif'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Returns the format that the name of a file ends with; undefined for what is no picture, such as half of one. */
export function pictureFormatOf(name: string): PictureFormat | undefined {
  return PICTURE_FORMATS.find((format) => name.endsWith(`.${format}`))
}

/** Returns the content type of a file by its name. */
export function contentTypeOf(name: string): string {
  const format = pictureFormatOf(name)
  return format ? `image/${format}` : 'application/octet-stream'
}
