/** Whether a text begins like a booking reference, ignoring case: of a real booking (`M-7K3P9XQD`) or a generated one. */
export function isReference(text: string): boolean {
  return /^[gm]-/i.test(text)
}

/** References that a text may mean: itself, or what follows the letter of one. Eight letters may be a name as well. */
export function referencesMeant(text: string): string[] {
  const written = text.toUpperCase()
  if (isReference(text)) return [written]
  return /^[0-9A-Z]{8}$/.test(written) ? [`M-${written}`, `G-${written}`] : []
}
