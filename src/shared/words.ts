import { z } from 'zod/mini'

/**
 * One of the words that a noun has, such as a status. The server writes no other: a new one does not compile before it is listed. A reader takes
 * any text, since a process of another version may know more of them.
 */
export function wordSchema<Word extends string>() {
  return z.string() as unknown as z.ZodMiniType<Word, Word | (string & {})>
}

/** Returns those that are among the words that a reader knows. */
export function knownOf<const Words extends readonly string[]>(words: Words, read: readonly string[] | undefined): Words[number][] {
  return words.filter((word: Words[number]) => read?.includes(word))
}
