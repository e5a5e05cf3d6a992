import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { brand } from '#shared/brand.ts'
import { projectRoot } from '#server/config/root.ts'
import { inTurn } from './photo-preparation.ts'

/** Twice the displayed size (emails/layout.ts), for high-resolution screens. */
const SIZE = { width: 1120, height: 560 }
const LOGO_SIDE = 72
const QUALITIES = [74, 62, 50, 38]
export const MAX_PICTURE_BYTES = 120_000
/** A few megabytes at most; the best-selling tours are sent repeatedly. */
const MAX_KEPT = 30

/** Matches files of the site's own artwork, and no path that leaves their folder. */
const ARTWORK = /^\/art\/[\w-]+\.\w+$/

/** Pictures in formats that every email program shows, since Outlook supports neither WebP nor SVG. */
export interface MailPictures {
  /** Returns the agency's icon as PNG, with its own background for light and dark mode. */
  logo(): Promise<Buffer>
  /** Returns undefined if there is no such picture or it cannot be read just now. */
  picture(filePath: string): Promise<Buffer | undefined>
}

export function createMailPictures(readUpload: (filePath: string) => Promise<Buffer | undefined>): MailPictures {
  const kept = new LRUCache<string, Buffer>({ max: MAX_KEPT })
  let logo: Promise<Buffer> | undefined

  async function make(filePath: string): Promise<Buffer | undefined> {
    const original = ARTWORK.test(filePath) ? await readFile(publicFile(filePath)) : await readUpload(filePath)
    return original && inTurn(async () => toJpeg(original))
  }

  return {
    logo: async () => (logo ??= makeLogo()),
    async picture(filePath) {
      // An email without its picture is still complete and must not wait for it.
      const picture = kept.get(filePath) ?? (await make(filePath).catch(() => undefined))
      if (picture) kept.set(filePath, picture)
      return picture
    },
  }
}

async function makeLogo(): Promise<Buffer> {
  const icon = await readFile(publicFile(brand.pictures.icon))
  return sharp(icon, { density: 300 }).resize(LOGO_SIDE, LOGO_SIDE).png({ compressionLevel: 9 }).toBuffer()
}

async function toJpeg(original: Buffer): Promise<Buffer | undefined> {
  const shown = sharp(original).resize({ ...SIZE, fit: 'cover', position: 'attention' })
  for (const quality of QUALITIES) {
    const bytes = await shown.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (bytes.length <= MAX_PICTURE_BYTES) return bytes
  }
  return undefined
}

function publicFile(address: string): string {
  return path.join(projectRoot, 'public', address)
}
