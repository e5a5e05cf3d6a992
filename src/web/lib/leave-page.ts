/**
 * Goes to an address outside this page, such as the hosted checkout. Resolves only when this page is shown again:
 * from the browser's cache it comes back as it was left, still busy.
 */
export async function leavePageFor(address: string): Promise<void> {
  window.location.assign(address)
  await new Promise<void>((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }))
}
