const WAIT_MS = 5000

/** Tells whoever listens at the address that the site lives. Throws if it does not take that. */
export async function beat(url: string): Promise<void> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`)
}
