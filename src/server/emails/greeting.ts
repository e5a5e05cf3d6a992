/**
 * Returns the opening of an email, with a trailing space. Pass null when the reader may not be the person who chose the name: an
 * unconfirmed address, or one given in the wizard (decisions, "Second round").
 */
export function greeting(name: string | null): string {
  return name === null ? 'Hello, ' : `Dear ${isolated(name)}, `
}

/** Right-to-left scripts, and marks that change the direction of the text around them. */
const TURNS_TEXT = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc]/

/** Keeps an Arabic or Hebrew name from moving the words and the comma beside it, in plain text too. */
function isolated(name: string): string {
  return TURNS_TEXT.test(name) ? `\u2068${name}\u2069` : name
}
