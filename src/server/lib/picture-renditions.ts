import sharp, { type Sharp } from 'sharp'
import { inTurn } from './photo-preparation.ts'
import { PICTURE_FORMATS, type PictureFormat } from './picture-formats.ts'

const ENCODERS: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  webp: (picture) => picture.webp({ quality: 78 }),
  // More effort takes four times as long per step and saves only a few per cent.
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
}

/** In pixels of the original picture. */
export interface Part {
  left: number
  top: number
  width: number
  height: number
}

interface Rendition {
  width: number
  type: PictureFormat
  bytes: Buffer
}

export interface Renditions {
  /** Size of the largest rendition, in pixels. */
  width: number
  height: number
  /** Dominant colour as `#rrggbb`. */
  color: string
  widths: number[]
  /** One per format and width, a few hundred kilobytes each. */
  files: Rendition[]
}

/** Makes those of `widths` that do not exceed the crop, plus the crop's own width if it is smaller than the largest of them. */
export async function makeRenditions(picture: Buffer, part: Part, widths: readonly number[]): Promise<Renditions> {
  const largest = Math.min(Math.max(...widths), part.width)
  const sizes = [...widths.filter((width) => width < largest), largest]
  return inTurn(async () => {
    const shown = sharp(picture).extract(part)
    const { dominant } = await shown.clone().stats()
    const files: Rendition[] = []
    for (const width of sizes) {
      const sized = shown.clone().resize({ width })
      for (const type of PICTURE_FORMATS) files.push({ width, type, bytes: await ENCODERS[type](sized.clone()).toBuffer() })
    }
    return {
      width: largest,
      height: Math.round((part.height * largest) / part.width),
      color: `#${[dominant.r, dominant.g, dominant.b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`,
      widths: sizes,
      files,
    }
  })
}
