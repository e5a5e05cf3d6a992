import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts values that must be readable again, so that a copy of the database alone is of no use. */
export interface Sealing {
  /** The text cannot be decrypted in another owner's row. */
  seal(text: string, owner: string): string
  /** Returns undefined if the text was sealed for another owner or with another secret. */
  open(sealed: string, owner: string): string | undefined
}

/** `secret` is the session secret, at least 32 characters. The key derived from it is used only here. */
export function createSealing(secret: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'meridian sealing', 32))
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
      try {
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(rest.subarray(0, TAG_BYTES))
        return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
