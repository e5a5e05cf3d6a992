import { randomInt } from 'node:crypto'
import { hashToken } from '#server/lib/tokens.ts'

/** Omits letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** In groups of four, so that it is easy to type. */
export function createCode(length: number): string {
  const letters = Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return letters.replaceAll(/.{4}(?=.)/g, (group) => `${group}-`)
}

/** Ignores the case and spacing in which the code was typed. */
export function hashCode(code: string): string {
  return hashToken(withoutBlanks(code).toLowerCase())
}

export function withoutBlanks(code: string): string {
  return code.replaceAll(/[\s\p{Pd}]/gu, '')
}
