import sharp from 'sharp'
import { inTurn } from './photo-preparation.ts'

/** As sharp as the site's own artwork, at a fraction of a second for each picture. */
const WEBP = { quality: 78 } as const
const AVIF = { quality: 55, effort: 3 } as const

/** A part of a picture, in its pixels. */
export interface Part {
  left: number
  top: number
  width: number
  height: number
}

/** One size of a picture, in one format. */
export interface Rendition {
  width: number
  type: 'avif' | 'webp'
  bytes: Buffer
}

export interface Renditions {
  /** Of the largest, in pixels. */
  width: number
  height: number
  /** Its dominant colour, `#rrggbb`. */
  color: string
  /** The smallest first. */
  widths: number[]
  /** One of each format for each width; a few hundred kilobytes each. */
  files: Rendition[]
}

/** Makes the sizes in which a part of a picture is shown: of `widths` those that it has, and its own where it has not the largest. */
export async function makeRenditions(picture: Buffer, part: Part, widths: readonly number[]): Promise<Renditions> {
  const largest = Math.min(Math.max(...widths), part.width)
  const sizes = [...widths.filter((width) => width < largest), largest]
  return inTurn(async () => {
    const shown = sharp(picture).extract(part)
    const { dominant } = await shown.clone().stats()
    const files: Rendition[] = []
    for (const width of sizes) {
      const sized = shown.clone().resize({ width })
      files.push({ width, type: 'webp', bytes: await sized.clone().webp(WEBP).toBuffer() })
      files.push({ width, type: 'avif', bytes: await sized.clone().avif(AVIF).toBuffer() })
    }
    return {
      width: largest,
      height: Math.round((part.height * largest) / part.width),
      color: `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
      widths: sizes,
      files,
    }
  })
}
