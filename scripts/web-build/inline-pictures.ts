import { readFileSync } from 'node:fs'
import path from 'node:path'

/** In bytes; larger pictures are better cached by the browser. */
const LARGEST = 1024
const SPRITE = '/art/social.svg'

/**
 * Inlines the smallest pictures of the prerendered home page, so that they do not compete with the hero picture on a
 * slow connection: logos as data URLs, social icons as a sprite before the page. Only attributes change, which React
 * leaves alone on hydration.
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

/** Returns a data URL for use between double quotes, shorter than base64. */
function dataAddress(svg: string): string {
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll(/[%#<>&]/g, encodeURIComponent)}`
}
