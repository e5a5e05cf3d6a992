import { isIP } from 'node:net'
import { z } from 'zod/mini'
import {
  knownTransports,
  type NewPasskeyOptions,
  type NewPasskeyResponse,
  type PasskeyOptions,
  type PasskeyResponse,
  type PasskeyTransport,
} from '#shared/accounts/passkeys.ts'
import { brand } from '#shared/brand.ts'
import { CHALLENGE_MS } from '#server/lib/challenges.ts'

/** EdDSA, ECDSA with P-256, and RSA: every device supports at least one of them. */
const ALGORITHMS = [-8, -7, -257]

const clientDataSchema = z.object({ crossOrigin: z.optional(z.unknown()), topOrigin: z.optional(z.unknown()) })

export interface RelyingParty {
  id: string
  origin: string
}

export interface PasskeyDevice {
  credentialId: Buffer
  transports: PasskeyTransport[]
}

/** Returns undefined where browsers do not support passkeys: at a bare IP address, or without https except on this machine. */
export function findRelyingParty(address: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(address)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return undefined
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSecure ? { id: hostname, origin } : undefined
}

/** `devices` lists those that may answer; empty means any. */
export function requestOptions({ id }: RelyingParty, challenge: string, devices: readonly PasskeyDevice[] = []): PasskeyOptions {
  return {
    challenge,
    rpId: id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: devices.map(describeDevice),
  }
}

export function creationOptions(
  party: RelyingParty,
  challenge: string,
  account: { id: string; name: string; email: string },
  devices: readonly PasskeyDevice[],
): NewPasskeyOptions {
  return {
    challenge,
    rp: { id: party.id, name: brand.name },
    user: { id: Buffer.from(account.id).toString('base64url'), name: account.email, displayName: account.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: devices.map(describeDevice),
    // The passkey must identify its owner and verify their presence, since it replaces both password and code.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

function describeDevice({ credentialId, transports }: PasskeyDevice) {
  return { type: 'public-key' as const, id: credentialId.toString('base64url'), transports }
}

type CheckChallenge = (challenge: string) => boolean

export interface NewCredential {
  credentialId: Buffer
  publicKey: Buffer
  signCount: number
  transports: PasskeyTransport[]
  isBackedUp: boolean
}

export async function readNewCredential(
  party: RelyingParty,
  { response, ...passkey }: NewPasskeyResponse,
  isOurs: CheckChallenge,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  try {
    if (isInFrame(response.clientDataJSON) || !(await isWithoutCertificates(response.attestationObject))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, response: { ...response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: isOurs,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || !registrationInfo) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: knownTransports(response.transports ?? []),
      isBackedUp: credentialBackedUp,
    }
  } catch {
    return undefined
  }
}

/**
 * Whether the answer was given in a frame within another site, which the library does not look at: there, people cannot
 * see which site they confirm something for. Throws for anything but an object.
 */
function isInFrame(clientDataJSON: string): boolean {
  const client = clientDataSchema.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
  return client.topOrigin !== undefined || (client.crossOrigin ?? false) !== false
}

/**
 * We request no attestation, so an honest browser sends no certificates; those in a forged answer would be parsed and
 * their issuers contacted.
 */
async function isWithoutCertificates(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')))
  return ['none', 'packed'].includes(decoded.get('fmt')) && decoded.get('attStmt').get('x5c') === undefined
}

/** Returns undefined unless the answer is signed by this key, for this site, just now. */
export async function readSignature(
  party: RelyingParty,
  { response, ...passkey }: PasskeyResponse,
  publicKey: Buffer,
  isOurs: CheckChallenge,
): Promise<{ signCount: number; isBackedUp: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { clientDataJSON, authenticatorData, signature } = response
  try {
    if (isInFrame(clientDataJSON)) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...passkey, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge: isOurs,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The counter is compared where it is stored, so that of two concurrent answers the second sees the first.
      credential: { id: passkey.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified ? { signCount: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp } : undefined
  } catch {
    return undefined
  }
}

/** Loaded on first use, because the library takes 26 MB that a site without passkeys never needs. */
async function loadLibrary() {
  return import('@simplewebauthn/server')
}
