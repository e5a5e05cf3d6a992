import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brand } from '../../src/shared/brand.ts'
import { fillIn } from './brand-plugin.ts'

test('the words of the record appear in the page, escaped', () => {
  expect(fillIn('<title>%brand.name%</title>', { ...brand, name: 'A & "B"' })).toBe('<title>A &#38; &#34;B&#34;</title>')
})

test('a name that the record does not have is an error', () => {
  expect(() => fillIn('%brand.nam%', brand)).toThrow('brand.nam')
})

test('index.html itself names no brand: all of it comes from the record', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
  expect(page).not.toMatch(/meridian|7946/i)
  expect(fillIn(page, brand)).not.toContain('%brand.')
  expect(fillIn(page, brand)).toContain(`<title>${brand.tagline} · ${brand.name}</title>`)
})
