import { randomInt } from 'node:crypto'

// Without letters and digits that are easily confused when read out on the telephone.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference that a person can read out, such as `M-7K3P9XQD`: about 6.5 × 10¹¹ of them, made at random. */
export function createReference(): string {
  return `M-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}
