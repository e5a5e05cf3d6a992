/**
 * The full format of UK postcodes: A9, A99, A9A, AA9, AA99, AA9A and GIR before the space, a digit and two letters after it, with the
 * letters that Royal Mail uses in each position.
 */
const POSTCODE = /^(GIR0AA|([A-PR-UWYZ](\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d{1,2}|[A-HK-Y]\d[ABEHMNPRV-Y]))(\d[ABD-HJLNP-UW-Z]{2}))$/

/** By whose clocks a move begins, wherever the customer or the agency is: only addresses with a UK postcode are served. */
export const PICKUP_TIME_ZONE = 'Europe/London'

/** The fields' maximum length (specification §9). */
export const MAX_PINCODE_LENGTH = 10

function compact(text: string): string {
  return text.toUpperCase().replace(/\s+/g, '')
}

/** Ignores case and spaces. */
export function isPostcode(text: string): boolean {
  return text.trim().length <= MAX_PINCODE_LENGTH && POSTCODE.test(compact(text))
}

/** `w1a0ax` → `W1A 0AX`. The text must be a postcode. */
export function normalisePostcode(text: string): string {
  const letters = compact(text)
  return `${letters.slice(0, -3)} ${letters.slice(-3)}`
}

/** `EC1A 1BB` → area `EC`, district `EC1`, outward `EC1A`. The text must be a postcode. */
export function partsOfPostcode(postcode: string): { area: string; district: string; outward: string } {
  const outward = compact(postcode).slice(0, -3)
  const [district = outward, area = outward] = /^([A-Z]+)\d+/.exec(outward) ?? []
  return { area, district, outward }
}

/**
 * Whether one of the served codes covers a postcode. A code of letters only is an area and must match all letters: `B` is Birmingham and
 * covers neither `BN1` nor `BS8`. A code with a digit is exactly that district: `BN1` does not cover `BN10`, but `EC1` covers its parts
 * such as `EC1A`.
 */
export function isCovered(postcode: string, codes: ReadonlySet<string>): boolean {
  const { area, district, outward } = partsOfPostcode(postcode)
  return codes.has(area) || codes.has(district) || codes.has(outward)
}
