import path from 'node:path'
import { expect, it } from 'vitest'
import { withInlinePictures } from './inline-pictures.ts'

const publicDir = path.join(import.meta.dirname, '../../public')

it('puts a small logo into the page, as the same drawing, and leaves pictures of other kinds', () => {
  const preload = '<link rel="preload" as="image" href="/art/logo.svg"/>'
  const { markup } = withInlinePictures(`${preload}<img src="/art/logo.svg" alt=""><img src="/art/kyoto-600.webp" alt="">`, publicDir)
  expect(markup).toMatch(/^<img src="data:image\/svg\+xml,%3Csvg [^"<>#]+%3C\/svg%3E" alt=""><img src="\/art\/kyoto-600\.webp" alt="">$/)
  expect(decodeURIComponent(markup)).toContain("fill='#0f2233'")
})

it('leads each icon of a network to the sprite in front of the page', () => {
  const { markup, sprite } = withInlinePictures('<svg><use href="/art/social.svg#linkedin"></use></svg>', publicDir)
  expect(markup).toBe('<svg><use href="#network-linkedin"></use></svg>')
  expect(sprite).toMatch(/^<svg hidden [^>]*><symbol id="network-linkedin" /)
})
