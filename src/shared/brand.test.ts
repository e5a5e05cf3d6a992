import { describe, expect, test } from 'vitest'
import { coloursOf, contrast, darkColoursOf, mix, themeOf } from './brand-theme.ts'
import { brand, completeBrand } from './brand.ts'

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

type Colours = Record<string, string> & { paper: string; sand: string }
const PAIRS: [text: string, ground: string][] = [
  ['ink', 'sand'],
  ['ink', 'sand-deep'],
  ['ink-soft', 'sand'],
  ['ink-soft', 'sand-deep'],
  ['ink-soft', 'paper'],
  ['ink-soft', 'cream'],
  ['ink-soft', 'sun-tint'],
  ['ink-soft', 'sea-tint'],
  ['coral-deep', 'sun-tint'],
  ['coral-deep', 'cream'],
  ['coral-deep', 'sand'],
  ['coral-deep', 'paper'],
  ['coral-deep', 'coral-tint'],
  ['paper', 'ink'],
  ['paper', 'coral-deep'],
  ['paper', 'coral-press'],
  ['paper', 'sea'],
  ['paper', 'sea-deep'],
  ['paper', 'danger'],
  ['paper', 'danger-deep'],
  ['sea', 'sand'],
  ['sea', 'sea-tint'],
  ['sea-deep', 'sea-tint'],
  ['sun-deep', 'sun-tint'],
  ['danger', 'paper'],
  ['danger', 'danger-tint'],
  ['danger-deep', 'danger-tint'],
  ['on-night-soft', 'night'],
  ['on-night', 'night-raised'],
  ['on-night-soft', 'night-raised'],
  ['sun', 'night'],
  ['night', 'sun'],
]

describe.each([
  ['light', coloursOf(brand.colours) as Colours],
  ['dark', darkColoursOf(brand.colours) as Colours],
  [
    'another agency’s dark',
    darkColoursOf({ ...brand.colours, ink: '#2b1d0e', coral: '#0050a0', sea: '#004d00', danger: '#7a0010' }) as Colours,
  ],
])('the %s colours can be read', (_, colour) => {
  test.each(PAIRS)('%s on %s has a contrast of 4.5 or more', (text, ground) => {
    expect(contrast(colour[text] ?? '', colour[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  test('the line around a field has a contrast of 3 or more', () => {
    expect(contrast(colour['line-strong'] ?? '', colour.paper)).toBeGreaterThanOrEqual(3)
    expect(contrast(colour['line-strong'] ?? '', colour.sand)).toBeGreaterThanOrEqual(3)
  })
})
