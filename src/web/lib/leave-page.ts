/**
 * Navigates to an external address, such as the hosted checkout. Resolves only if this page is shown again: the back/forward cache restores
 * it as it was, still busy.
 */
export async function leavePageFor(address: string): Promise<void> {
  window.location.assign(address)
  await new Promise<void>((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }))
}
