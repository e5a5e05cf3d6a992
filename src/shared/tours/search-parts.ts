/** Returns a search text without these parts of it; those that it does not hold are passed over. */
export function withoutParts(text: string, parts: readonly string[]): string {
  return parts
    .reduce((rest, part) => rest.replace(part, () => ' '), text)
    .replace(/\s+/g, ' ')
    .trim()
}
