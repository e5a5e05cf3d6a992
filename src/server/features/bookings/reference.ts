import { randomInt } from 'node:crypto'

// Leaves out letters and digits that are easily confused when read out over the phone.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns one of about 6.5 × 10¹¹ random references, such as `M-7K3P9XQD`. */
export function createReference(): string {
  return `M-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}
