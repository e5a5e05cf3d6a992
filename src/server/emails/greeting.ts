/**
 * Returns the opening of an email, with a trailing space. Pass null when the reader may not be the person who chose the name: an
 * unconfirmed address, or one given in the wizard (decisions, "Second round").
 */
export function greeting(name: string | null): string {
  return name === null ? 'Hello, ' : `Dear ${isolated(name)}, `
}

/** Words that open a letter, then a name at most, and a mark or the end of the line: not "Hi-vis vests" or "Dear visitors pay less". */
const OPENING =
  /^\s*(?:hello|hi|hey|dear|greetings|good (?:morning|afternoon|evening|day)|hallo|guten tag|liebe[rs]?|sehr geehrte[rs]?|bonjour|ch[eè]re?)(?:[ \t]+[^\s,!:;]+){0,4}?[ \t]*(?:[,.!:;\n]|$)/i

/** Returns whether a text that somebody wrote greets its reader already. */
export function beginsWithGreeting(text: string): boolean {
  return OPENING.test(text)
}

/** Right-to-left scripts, and marks that change the direction of the text around them. */
const TURNS_TEXT = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc]/

/** Keeps an Arabic or Hebrew name from moving the words and the comma beside it, in plain text too. */
function isolated(name: string): string {
  return TURNS_TEXT.test(name) ? `\u2068${name}\u2069` : name
}
