/**
 * Returns how an email begins, with a space after it. `name` is null where the reader may be somebody else than the person who
 * chose it: an address that nobody has confirmed, or one that somebody gave in the wizard (decisions, "Second round").
 */
export function greeting(name: string | null): string {
  return name === null ? 'Hello, ' : `Dear ${isolated(name)}, `
}

/** What is written from right to left, and what changes the direction of the text around it. */
const TURNS_TEXT = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc]/

/** Keeps an Arabic or Hebrew name from moving the words and the comma beside it, also in plain text. */
function isolated(name: string): string {
  return TURNS_TEXT.test(name) ? `\u2068${name}\u2069` : name
}
