import { z } from 'zod/mini'
import { plainName, required, storable, typed } from '#shared/fields.ts'
import { needing } from '#shared/lenient.ts'
import { momentSchema } from '#shared/response-fields.ts'

export const MAX_PASSKEYS = 10
const MAX_PASSKEY_NAME_LENGTH = 60
export const PASSKEY_NOT_CONFIRMED = 'This passkey did not confirm that it is you. Please try another way.'
export const PASSKEY_REFUSED = 'This passkey did not sign you in. Please use your password.'

/** Bytes as WebAuthn sends them: base64url without padding. */
function bytes(most: number) {
  return z.string().check(z.regex(/^[\w-]*$/), z.maxLength(Math.ceil((most * 4) / 3)))
}

/** An id has 1,023 bytes at most (WebAuthn, section 4). */
const credentialId = bytes(1023).check(z.minLength(1))

/** How a browser reaches a device. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type PasskeyTransport = (typeof TRANSPORTS)[number]

/** A browser's answer to the options of GET /account/new-passkey. */
const newPasskeyResponseSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
    // Newer browsers may know of more: one that we do not know is left out.
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  }),
})

/** Body of POST /account/new-passkey. */
export const addPasskeyBodySchema = z.object({ passkey: newPasskeyResponseSchema })
export type NewPasskeyResponse = z.infer<typeof newPasskeyResponseSchema>

/** A browser's answer to a question that a passkey signs. */
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
    /** Whether the owner's other devices have it as well. */
    isSynced: z.boolean(),
  }),
  'id',
)

/** Why an account has no passkeys: it does not work here, the demo shares it, its sign-in is not set up, or the address has no name. */
const PASSKEY_OBSTACLES = ['not_staff', 'shared', 'email_not_confirmed', 'setup_due', 'address'] as const
export type PasskeyObstacle = (typeof PASSKEY_OBSTACLES)[number]

/** The options that a browser asks a device by, as the WebAuthn library reads them. */
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

/** Response of GET /auth/passkey. `allowCredentials`: whose signature counts; when it is empty, that of any that a device has for this site. */
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
  /** Whether the console may ask for a first one. */
  isOffered: z.boolean(),
  /** What one of them signs to confirm that it is their owner; null at an address without passkeys. */
  question: z.nullable(passkeyOptionsSchema),
})

/** Returns those of the transports that we know. */
export function knownTransports(transports: readonly string[]): PasskeyTransport[] {
  return TRANSPORTS.filter((each) => transports.includes(each))
}
