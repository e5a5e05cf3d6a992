import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewPasskeyOptions, NewPasskeyResponse, PasskeyOptions, PasskeyResponse } from '../../src/shared/accounts/passkeys.ts'

/** Ways in which a forged or faulty response differs from an honest one. */
export interface Faults {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  userHandle?: string
  /** The device has not verified its owner. */
  isUnverified?: boolean
  counter?: number
  crossOrigin?: unknown
  topOrigin?: string
}

const [PRESENT, VERIFIED, SYNCABLE, SYNCED, ATTESTED] = [0x01, 0x04, 0x08, 0x10, 0x40]

/** A software device with one passkey, which signs as a browser at `origin` would. */
export class Authenticator {
  readonly #origin: string
  readonly id = randomBytes(32)
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userHandle = ''
  /** Stays 0 on devices that keep no count. */
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** `statement` is the attestation; by default there is none, as requested. */
  create(options: NewPasskeyOptions, faults: Faults = {}, statement?: { fmt: string; attStmt: Map<string, unknown> }): NewPasskeyResponse {
    this.#userHandle = options.user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.id, isoCBOR.encode(key)])
    const authData = this.#data(faults.rpId ?? options.rp.id, ATTESTED, faults, attested)
    const { fmt, attStmt } = statement ?? { fmt: 'none', attStmt: new Map() }
    const attestation = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#client('webauthn.create', options.challenge, faults).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  get(options: Pick<PasskeyOptions, 'challenge' | 'rpId'>, faults: Faults = {}): PasskeyResponse {
    const client = this.#client('webauthn.get', options.challenge, faults)
    const authenticatorData = this.#data(faults.rpId ?? options.rpId, 0, faults)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        userHandle: faults.userHandle ?? this.#userHandle,
      },
    }
  }

  #named() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  #client(type: string, challenge: string, faults: Faults): Buffer {
    const data = {
      type: faults.type ?? type,
      challenge: faults.challenge ?? challenge,
      origin: faults.origin ?? this.#origin,
      crossOrigin: 'crossOrigin' in faults ? faults.crossOrigin : false,
      topOrigin: faults.topOrigin,
    }
    return Buffer.from(JSON.stringify(data))
  }

  #data(rpId: string, more: number, { isUnverified = false, counter = this.counter }: Faults, attested = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = Buffer.from([PRESENT | (isUnverified ? 0 : VERIFIED) | SYNCABLE | SYNCED | more])
    return Buffer.concat([createHash('sha256').update(rpId).digest(), flags, count, attested])
  }
}
