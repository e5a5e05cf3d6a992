import { CallError, NO_RESPONSE } from '#web/lib/call-error.ts'

/** Thrown when the response had no address to go to (specification §8). */
export class MissingCheckoutUrl extends Error {
  override message = 'No checkout URL returned'
}

/**
 * Returns the message for a checkout that failed: the server's, else the error's own, else the specified one
 * (specification §8).
 */
export function checkoutMessage(error: unknown): string {
  const fallback = 'Failed to create checkout session'
  if (error instanceof CallError) return error.serverMessage ?? (error.hasResponse ? fallback : NO_RESPONSE)
  return error instanceof Error && error.message !== '' ? error.message : fallback
}
