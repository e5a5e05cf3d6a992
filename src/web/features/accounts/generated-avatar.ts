import { brand } from '#shared/brand.ts'
import { initialOf } from './initial.ts'

const { sea, coralDeep, ink, sunDeep, inkSoft, sand } = brand.colours
const GROUNDS = [sea, coralDeep, ink, sunDeep, inkSoft]

/** A generated picture of an initial on one of the site's colours, without any external service. */
export function generatedAvatar(name: string): string {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  const ground = GROUNDS[sum % GROUNDS.length] ?? ink
  const letter = initialOf(name).replace(/[<>&"']/g, 'U')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="${ground}"/>` +
    `<text x="40" y="41" dy=".35em" text-anchor="middle" font-family="Georgia,serif" font-size="38" fill="${sand}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
