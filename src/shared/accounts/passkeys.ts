import { z } from 'zod/mini'
import { plainName, required, storable, typed } from '#shared/fields.ts'
import { needing } from '#shared/lenient.ts'
import { momentSchema } from '#shared/response-fields.ts'

export const MAX_PASSKEYS = 10
const MAX_PASSKEY_NAME_LENGTH = 60
export const PASSKEY_NOT_CONFIRMED = 'We couldn’t confirm it’s you with this passkey. Please try another method.'
export const PASSKEY_REFUSED = 'We couldn’t sign you in with this passkey. Please use your password.'

/** Bytes as WebAuthn encodes them: base64url without padding. */
function bytes(most: number) {
  return z.string().check(z.regex(/^[\w-]*$/), z.maxLength(Math.ceil((most * 4) / 3)))
}

/** At most 1,023 bytes (WebAuthn, section 4). */
const credentialId = bytes(1023).check(z.minLength(1))

/** How a browser reaches an authenticator. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type PasskeyTransport = (typeof TRANSPORTS)[number]

/** The browser's response to the options of GET /account/new-passkey. */
const newPasskeyResponseSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
    // Newer browsers may know more; unknown ones are dropped.
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  }),
})

/** Body of POST /account/new-passkey. */
export const addPasskeyBodySchema = z.object({ passkey: newPasskeyResponseSchema })
export type NewPasskeyResponse = z.infer<typeof newPasskeyResponseSchema>

/** The browser's response to a challenge signed by a passkey. */
export const passkeyResponseSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: z.optional(bytes(64)),
  }),
})
export type PasskeyResponse = z.infer<typeof passkeyResponseSchema>

/** Body of POST /auth/passkey. */
export const signInByPasskeyBodySchema = z.object({ passkey: passkeyResponseSchema })

/** Body of PUT /account/passkeys/{id}. */
export const renamePasskeyBodySchema = z.object({
  name: z
    .string('Name is required')
    .check(
      typed,
      required('Name is required'),
      z.maxLength(MAX_PASSKEY_NAME_LENGTH, `Name must be at most ${MAX_PASSKEY_NAME_LENGTH} characters`),
      plainName,
      storable,
    ),
})

/** One entry of GET /account/passkeys. */
export const passkeySchema = needing(
  z.object({
    id: z.string(),
    name: z.string(),
    addedAt: momentSchema,
    lastUsedAt: z.nullable(momentSchema),
    /** Whether it is synced to the owner's other devices. */
    isSynced: z.boolean(),
  }),
  'id',
)

/**
 * Why an account has no passkeys: it is not staff, it is a shared demo account, its email is not confirmed, its sign-in is not set up, or
 * the site's address has no domain name.
 */
const PASSKEY_OBSTACLES = ['not_staff', 'shared', 'email_not_confirmed', 'setup_due', 'address'] as const
export type PasskeyObstacle = (typeof PASSKEY_OBSTACLES)[number]

/** A credential descriptor in WebAuthn options, in the library's format. */
const device = { type: z.literal('public-key'), id: z.string(), transports: z.array(z.enum(TRANSPORTS)) }
const needs = z.enum(['required'])

/** Response of GET /account/new-passkey. */
export const newPasskeyOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object(device)),
  authenticatorSelection: z.object({ residentKey: needs, requireResidentKey: z.boolean(), userVerification: needs }),
})
export type NewPasskeyOptions = z.infer<typeof newPasskeyOptionsSchema>

/** Response of GET /auth/passkey. `allowCredentials` lists the accepted passkeys; if empty, any passkey for this site is. */
export const passkeyOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: needs,
  allowCredentials: z.array(z.object(device)),
})
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>

/** Response of GET /account/passkeys. */
export const passkeysSchema = z.object({
  passkeys: z.array(passkeySchema),
  obstacle: z.nullable(z.enum(PASSKEY_OBSTACLES)),
  /** Whether the console may offer to create a first one. */
  isOffered: z.boolean(),
  /** The challenge to sign when confirming one's identity; null at an address without passkeys. */
  question: z.nullable(passkeyOptionsSchema),
})

/** Drops unknown transports. */
export function knownTransports(transports: readonly string[]): PasskeyTransport[] {
  return TRANSPORTS.filter((each) => transports.includes(each))
}
