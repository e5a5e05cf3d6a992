/** Removes these parts from a search text; those not in it are ignored. */
export function withoutParts(text: string, parts: readonly string[]): string {
  return parts
    .reduce((rest, part) => rest.replace(part, () => ' '), text)
    .replace(/\s+/g, ' ')
    .trim()
}
