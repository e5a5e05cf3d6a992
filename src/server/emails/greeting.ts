/**
 * Returns how an email begins, with a space after it. `name` is null where the reader may be somebody else than the person who
 * chose it: an address that nobody has confirmed, or one that somebody gave in the wizard (decisions, "Second round").
 */
export function greeting(name: string | null): string {
  return name === null ? 'Hello, ' : `Dear ${name}, `
}
