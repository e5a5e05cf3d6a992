import type { AreaList, StaffArea } from '#shared/vehicles/coverage.ts'
import { isCovered, isPostcode, normalisePostcode, partsOfPostcode } from '#shared/vehicles/postcodes.ts'

/** Matches areas by code, name, or a full postcode within them. */
export function findAreas(areas: readonly StaffArea[], search: string): StaffArea[] {
  const text = search.trim().toLowerCase()
  if (isPostcode(text)) return areas.filter(({ code }) => isCovered(normalisePostcode(text), new Set([code])))
  return areas.filter(({ code, name }) => code.toLowerCase().startsWith(text) || name.toLowerCase().includes(text))
}

/** Says whether a postcode is served; undefined if the text is not a postcode. */
export function postcodeText(areas: readonly StaffArea[], search: string): string | undefined {
  if (!isPostcode(search)) return undefined
  const postcode = normalisePostcode(search)
  const isServed = isCovered(postcode, new Set(areas.filter(({ isActive }) => isActive).map(({ code }) => code)))
  return isServed ? `We cover ${postcode}.` : `We don’t cover ${postcode}: requests are refused.`
}

export function offConsequence({ code, name }: StaffArea, areas: readonly StaffArea[]): string {
  const { area } = partsOfPostcode(`${code}0AA`)
  const parent = areas.find((each) => each.isActive && each.code !== code && each.code === area)
  if (parent) return `Postcodes in ${code} are still covered by ${parent.code} (${parent.name}).`
  const districts = areas.filter((each) => each.isActive && each.code !== code && partsOfPostcode(`${each.code}0AA`).area === code)
  const left = districts.length === 0 ? '' : ` Still covered: ${districts.map((each) => each.code).join(', ')}.`
  return `Customers won’t be able to request quotes to or from ${code} (${name}).${left} Existing requests, quotes and bookings aren’t affected.`
}

/** "12 new, 1 covered again, 3 known". */
export function listText({ added, activated, known }: AreaList): string {
  const parts = [
    [added.length, 'new'],
    [activated.length, 'covered again'],
    [known.length, 'already listed'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return told.length === 0 ? 'No areas yet' : told.join(', ')
}
