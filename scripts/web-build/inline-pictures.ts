import { readFileSync } from 'node:fs'
import path from 'node:path'

/** In bytes: a larger picture would rather be kept by the browser than sent with each page. */
const LARGEST = 1024
const SPRITE = '/art/social.svg'

/**
 * Puts the smallest pictures of the prerendered home page into it, so that no request of theirs shares a slow line with the first
 * picture: logos as data, the icons of the networks as a sprite that stands before the page. Only attributes change, which React
 * leaves as they are when it takes the page over.
 */
export function withInlinePictures(markup: string, publicDir: string): { markup: string; sprite: string } {
  const read = (file: string) => readFileSync(path.join(publicDir, file), 'utf8').trim()
  const sprite = read(SPRITE).replace('<svg ', '<svg hidden ').replaceAll(' id="', ' id="network-')
  const isSmall = (file: string) => read(file).length <= LARGEST
  return {
    markup: markup
      .replaceAll(`href="${SPRITE}#`, 'href="#network-')
      .replaceAll(/<link rel="preload" as="image" href="(\/[^"]+\.svg)"\/>/g, (tag, file: string) => (isSmall(file) ? '' : tag))
      .replaceAll(/ src="(\/[^"]+\.svg)"/g, (attribute, file: string) => (isSmall(file) ? ` src="${dataAddress(read(file))}"` : attribute)),
    sprite: sprite.replaceAll(/>\s+</g, '><'),
  }
}

/** Returns the picture as an address that may stand between double quotes, shorter than base64 would be. */
function dataAddress(svg: string): string {
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll(/[%#<>&]/g, encodeURIComponent)}`
}
