import { describe, expect, test } from 'vitest'
import { coloursOf, mix, themeOf } from './brand-theme.ts'
import { brand, completeBrand } from './brand.ts'

/** Returns the contrast of two colours as WCAG 2 computes it. */
function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [first, second].map(luminance).toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe('the record', () => {
  test('the number that a phone dials is derived from the one that people read', () => {
    expect(completeBrand({ ...brand, phone: '+44 (0)20 7946-0958' }).phoneHref).toBe('tel:+4402079460958')
  })

  test('another colour makes another style sheet', () => {
    const theme = themeOf({ ...brand.colours, ink: '#101010', coralDeep: '#006699' })
    expect(theme).toContain('--color-ink: #101010;')
    expect(theme).toContain('--color-coral-deep: #006699;')
    expect(theme).toContain('--color-coral-press: #00547d;')
    expect(theme).not.toContain(brand.colours.ink)
  })

  test('shades are mixed channel by channel', () => {
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
    expect(mix('#102030', '#ffffff', 0)).toBe('#102030')
  })
})

describe('the colours of the record can be read', () => {
  const colour = coloursOf(brand.colours) as Record<string, string> & { paper: string; sand: string }
  const pairs: [text: string, ground: string][] = [
    ['ink', 'sand'],
    ['ink-soft', 'sand'],
    ['ink-soft', 'paper'],
    ['coral-deep', 'sand'],
    ['coral-deep', 'paper'],
    ['paper', 'coral-deep'],
    ['paper', 'coral-press'],
    ['sea', 'sand'],
    ['sea', 'sea-tint'],
    ['sun-deep', 'sun-tint'],
    ['danger', 'danger-tint'],
    ['cream-soft', 'ink'],
    ['sand', 'ink-raised'],
    ['cream-soft', 'ink-raised'],
    ['sun', 'ink'],
  ]
  test.each(pairs)('%s on %s has a contrast of 4.5 or more', (text, ground) => {
    expect(contrast(colour[text] ?? '', colour[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  test('the line around a field has a contrast of 3 or more', () => {
    expect(contrast(colour['line-strong'] ?? '', colour.paper)).toBeGreaterThanOrEqual(3)
    expect(contrast(colour['line-strong'] ?? '', colour.sand)).toBeGreaterThanOrEqual(3)
  })
})
