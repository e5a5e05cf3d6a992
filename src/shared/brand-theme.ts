import type { BrandColours } from '#shared/brand.ts'

const BLACK = '#000000'
const WHITE = '#ffffff'

/** `share` is the proportion of `second`: `mix('#000000', '#ffffff', 0.5)` is '#808080'. */
export function mix(first: string, second: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [first, second].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number]
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** Contrast ratio from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(first: string, second: string): number {
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

/** Mixes in just enough white for `colour` to be readable as text on all `grounds` (4.5:1). */
function lightened(colour: string, grounds: readonly string[]): string {
  const tries = Array.from({ length: 21 }, (_, step) => mix(colour, WHITE, step / 20))
  return tries.find((each) => grounds.every((ground) => contrast(each, ground) >= 4.5)) ?? WHITE
}

/** Every colour that the site may use, keyed by its token: `--color-<name>`. */
export function coloursOf(colours: BrandColours): Record<string, string> {
  const { ink, inkSoft, sand, paper, coral, coralDeep, sea, sun, sunDeep, danger } = colours
  const warmSand = mix(sand, sun, 0.08)
  return {
    ink,
    'ink-soft': inkSoft,
    night: ink,
    'night-raised': mix(ink, paper, 0.06),
    sand,
    'sand-deep': mix(warmSand, ink, 0.04),
    paper,
    line: mix(warmSand, ink, 0.09),
    'line-strong': mix(warmSand, ink, 0.5),
    cream: mix(sand, sun, 0.04),
    'on-night': mix(sand, sun, 0.04),
    'on-night-soft': mix(sand, inkSoft, 0.25),
    coral,
    'coral-deep': coralDeep,
    'coral-press': mix(coralDeep, '#000000', 0.18),
    'coral-tint': mix(paper, coral, 0.12),
    sea,
    'sea-deep': mix(sea, '#000000', 0.18),
    'sea-tint': mix(paper, sea, 0.12),
    sun,
    'sun-deep': sunDeep,
    'sun-tint': mix(paper, sun, 0.2),
    danger,
    'danger-deep': mix(danger, '#000000', 0.2),
    'danger-tint': mix(paper, danger, 0.1),
  }
}

/**
 * The dark colour scheme: text becomes light and backgrounds dark, including `paper` (cards, and text on a coloured ground). `night`
 * remains the darkest, for dark sections and the shades over pictures.
 */
export function darkColoursOf(colours: BrandColours): Record<string, string> {
  const { ink, sand, coral, sea, sun, danger } = colours
  const page = mix(ink, BLACK, 0.3)
  const paper = mix(ink, WHITE, 0.05)
  const raised = mix(ink, WHITE, 0.12)
  const tint = (colour: string) => mix(paper, colour, 0.14)
  const grounds = [page, paper, tint(sun)]
  const text = (colour: string) => lightened(colour, [...grounds, tint(colour)])
  return {
    ...coloursOf(colours),
    ink: mix(sand, WHITE, 0.2),
    'ink-soft': lightened(mix(ink, sand, 0.6), [...grounds, raised]),
    night: mix(ink, BLACK, 0.55),
    'night-raised': mix(ink, BLACK, 0.35),
    sand: page,
    'sand-deep': raised,
    paper,
    cream: mix(ink, WHITE, 0.08),
    line: mix(ink, WHITE, 0.18),
    'line-strong': mix(ink, WHITE, 0.5),
    'coral-deep': text(coral),
    'coral-press': mix(text(coral), WHITE, 0.25),
    'coral-tint': tint(coral),
    sea: text(sea),
    'sea-deep': mix(text(sea), WHITE, 0.25),
    'sea-tint': tint(sea),
    'sun-deep': text(sun),
    'sun-tint': tint(sun),
    danger: text(danger),
    'danger-deep': mix(text(danger), WHITE, 0.25),
    'danger-tint': tint(danger),
  }
}

/** The colours as CSS tokens, the dark scheme for screens only; the build appends them to src/web/styles/main.css. */
export function themeOf(colours: BrandColours): string {
  const light = coloursOf(colours)
  const dark = Object.entries(darkColoursOf(colours)).filter(([name, value]) => value !== light[name])
  return `@theme {
${tokens(Object.entries(light))}
}
@media screen and (prefers-color-scheme: dark) {
  :root {
${tokens(dark)}
  }
}
`
}

function tokens(colours: [name: string, value: string][]): string {
  return colours.map(([name, value]) => `  --color-${name}: ${value};`).join('\n')
}
