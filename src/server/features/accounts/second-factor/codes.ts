import { Secret, TOTP } from 'otpauth'
import { brand } from '#shared/brand.ts'
import { createCode, withoutBlanks } from '../typed-codes.ts'

const PERIOD_SECONDS = 30
/** How many 30-second steps a phone's clock may be off. */
const WINDOW_STEPS = 1
const RECOVERY_CODES = 10
/** 118 bits. From 112 on a plain hash suffices, since the code cannot be found by guessing. */
const RECOVERY_LENGTH = 24

/** Encoded in base32. */
export function createSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function secretUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** Returns undefined unless the code is at most one 30-second step away from now. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: withoutBlanks(code), timestamp, window: WINDOW_STEPS })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => createCode(RECOVERY_LENGTH))
}

function totpOf(secret: string, email = ''): TOTP {
  return new TOTP({ issuer: brand.name, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6 })
}
