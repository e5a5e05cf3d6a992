import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { brand } from '#shared/brand.ts'
import { hashToken } from '#server/lib/tokens.ts'

const PERIOD_SECONDS = 30
/** Telephones are up to this many steps ahead of or behind us. */
const WINDOW_STEPS = 1
const RECOVERY_CODES = 10
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 118 bits: from 112 on a plain hash is enough, as nobody finds the code that it was made of. */
const RECOVERY_LENGTH = 24

/** Returns a new secret, in base32. */
export function createSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the address that carries a secret into an authenticator app. */
export function secretUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** Returns the 30-second step that a code of six digits belongs to, now or one step away; undefined for any other code. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: withoutBlanks(code), timestamp, window: WINDOW_STEPS })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Returns new recovery codes, as they are shown: in groups of four. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    return letters.replaceAll(/.{4}(?=.)/g, (group) => `${group}-`)
  })
}

/** Returns what is stored of a recovery code, however it was typed. */
export function hashRecoveryCode(code: string): string {
  return hashToken(withoutBlanks(code).toLowerCase())
}

function withoutBlanks(code: string): string {
  return code.replaceAll(/[\s\p{Pd}]/gu, '')
}

function totpOf(secret: string, email = ''): TOTP {
  return new TOTP({ issuer: brand.name, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6 })
}
