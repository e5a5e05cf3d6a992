import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import type { Brand } from '../../src/shared/brand.ts'

/** In pixels, for tabs and bookmarks of older browsers and for phones' home screens. */
const ICO_SIZE = 32
const TOUCH_SIZE = 180
const MANIFEST_SIZES = [192, 512]

/** Draws the icons for browsers and phones from the brand's icon and writes the manifest. */
export function siteIcons(brand: Brand): Plugin {
  let publicDir = ''
  return {
    name: 'meridian:site-icons',
    apply: 'build',
    configResolved: (config) => void (publicDir = config.publicDir),
    async generateBundle() {
      const sign = readFileSync(path.join(publicDir, brand.pictures.icon))
      const emit = (fileName: string, source: Uint8Array | string) => this.emitFile({ type: 'asset', fileName, source })
      emit('favicon.ico', icoOf(await drawn(sign, ICO_SIZE), ICO_SIZE))
      emit('apple-touch-icon.png', await onSquare(sign, TOUCH_SIZE, brand.colours.ink))
      for (const size of MANIFEST_SIZES) emit(`icon-${size}.png`, await onSquare(sign, size, brand.colours.ink))
      emit('manifest.webmanifest', JSON.stringify(manifestOf(brand)))
    },
  }
}

export function manifestOf(brand: Brand) {
  return {
    name: brand.name,
    short_name: brand.name,
    description: brand.description,
    start_url: '/',
    display: 'standalone',
    background_color: brand.colours.sand,
    theme_color: brand.colours.ink,
    icons: MANIFEST_SIZES.map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
  }
}

/** Renders the SVG at its final size, so that it stays sharp. */
async function drawn(svg: Buffer, size: number): Promise<Buffer> {
  return sharp(svg, { density: 600 }).resize(size, size).png().toBuffer()
}

/** Fills the corners, because phones round icons themselves. */
async function onSquare(svg: Buffer, size: number, background: string): Promise<Buffer> {
  return sharp(await drawn(svg, size))
    .flatten({ background })
    .png()
    .toBuffer()
}

/** Wraps a PNG as `/favicon.ico`: a directory with one entry, then the PNG unchanged. */
export function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  // Type 1 is an icon; it holds 1 picture.
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  // One plane with 32 bits per pixel, then the picture's length and offset.
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
