import type { Plugin } from 'vite'
import { themeOf } from '../../src/shared/brand-theme.ts'
import type { Brand } from '../../src/shared/brand.ts'

/** Writes the brand's texts into index.html (`%brand.name%`) and its colours into the style sheet's tokens. */
export function brandPlugin(brand: Brand): Plugin {
  return {
    name: 'meridian:brand',
    enforce: 'pre',
    transformIndexHtml: { order: 'pre', handler: (html) => fillIn(html, brand) },
    transform: {
      filter: { id: /\/src\/web\/styles\/(main|console)\.css$/ },
      handler: (code) => ({ code: `${code}\n${themeOf(brand.colours)}`, map: null }),
    },
  }
}

/** Throws on an unknown name, so that a typo never reaches the page. */
export function fillIn(html: string, brand: Brand): string {
  return html.replace(/%brand\.([\w.]+)%/g, (_, path: string) => {
    const value = path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], brand)
    if (typeof value !== 'string') throw new Error(`index.html asks for brand.${path}, which is not a text in src/shared/brand.ts`)
    return value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  })
}
