import type { NewPasskeyOptions, NewPasskeyResponse, PasskeyOptions, PasskeyResponse } from '#shared/accounts/passkeys.ts'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'

/** Returns whether this browser has passkeys for this site: none has them for a bare IP address. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|^\[/.test(window.location.hostname)
}

/** Returns whether this very device can keep one, behind a fingerprint, a face or its screen lock. */
export async function canKeepPasskey(): Promise<boolean> {
  return knowsPasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}

/** Has the browser make a passkey. Throws when its owner declines. */
export async function createOnDevice(optionsJSON: NewPasskeyOptions): Promise<NewPasskeyResponse> {
  const { startRegistration } = await loadLibrary()
  return startRegistration({ optionsJSON })
}

/** Has the browser ask for a passkey. Throws when nobody gives one. */
export async function askDevice(optionsJSON: PasskeyOptions): Promise<PasskeyResponse> {
  const { startAuthentication } = await loadLibrary()
  return startAuthentication({ optionsJSON })
}

/** Loaded with the first passkey, which most visitors never have. */
async function loadLibrary() {
  try {
    return await import('@simplewebauthn/browser')
  } catch {
    throw new CallError(0, NO_RESPONSE)
  }
}

/** Returns what to tell whoever was asked by their browser. `declined`: where nobody answered it, or it had nothing to show. */
export function passkeyMessage(error: unknown, declined: string, failed: string): string {
  if (error instanceof CallError) return messageOf(error, failed, NO_RESPONSE)
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device has a passkey here already.'
  return name === 'NotAllowedError' || name === 'AbortError' ? declined : failed
}
