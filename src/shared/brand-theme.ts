import type { BrandColours } from '#shared/brand.ts'

/** Returns two colours mixed, `share` being the second one's: `mix('#000000', '#ffffff', 0.5)` is '#808080'. */
export function mix(first: string, second: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [first, second].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number]
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** Returns every colour that the site may use, by the name of its token: `--color-<name>`. */
export function coloursOf(colours: BrandColours): Record<string, string> {
  const { ink, inkSoft, sand, paper, coral, coralDeep, sea, sun, sunDeep, danger } = colours
  const warmSand = mix(sand, sun, 0.08)
  return {
    ink,
    'ink-raised': mix(ink, paper, 0.06),
    'ink-soft': inkSoft,
    sand,
    'sand-deep': mix(warmSand, ink, 0.04),
    paper,
    line: mix(warmSand, ink, 0.09),
    'line-strong': mix(warmSand, ink, 0.5),
    cream: mix(sand, sun, 0.04),
    'cream-soft': mix(sand, inkSoft, 0.25),
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

/** Returns the colours as tokens of the style sheet; the build appends them to src/web/styles/main.css. */
export function themeOf(colours: BrandColours): string {
  const tokens = Object.entries(coloursOf(colours)).map(([name, value]) => `  --color-${name}: ${value};`)
  return `@theme {\n${tokens.join('\n')}\n}\n`
}
