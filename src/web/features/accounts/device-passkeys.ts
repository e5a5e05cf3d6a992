import type { NewPasskeyOptions, NewPasskeyResponse, PasskeyOptions, PasskeyResponse } from '#shared/accounts/passkeys.ts'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'

/** Passkeys do not work on a bare IP address. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|^\[/.test(window.location.hostname)
}

/** Whether this device has its own authenticator: a fingerprint reader, face recognition or screen lock. */
export async function canKeepPasskey(): Promise<boolean> {
  return knowsPasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}

/** Throws if the user declines. */
export async function createOnDevice(optionsJSON: NewPasskeyOptions): Promise<NewPasskeyResponse> {
  const { startRegistration } = await loadLibrary()
  return startRegistration({ optionsJSON })
}

/** Throws if the user declines or has no passkey. */
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

/** Returns the message for a failed passkey prompt. `declined` is used if the user dismissed it or had no passkey. */
export function passkeyMessage(error: unknown, declined: string, failed: string): string {
  if (error instanceof CallError) return messageOf(error, failed, NO_RESPONSE)
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  return name === 'NotAllowedError' || name === 'AbortError' ? declined : failed
}
