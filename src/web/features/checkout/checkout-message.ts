import { CallError, NO_RESPONSE } from '#web/lib/call-error.ts'

/** Thrown when the response contains no URL (specification §8). */
export class MissingCheckoutUrl extends Error {
  override message = 'No checkout URL returned'
}

/** The message for a failed checkout: the server's, or the error's own, or the specified one (specification §8). */
export function checkoutMessage(error: unknown): string {
  const fallback = 'Failed to create checkout session'
  if (error instanceof CallError) return error.serverMessage ?? (error.hasResponse ? fallback : NO_RESPONSE)
  return error instanceof Error && error.message !== '' ? error.message : fallback
}
