import { z } from 'zod/mini'

/**
 * A value from a fixed vocabulary, such as a status. The server can only write listed values, or it does not compile; readers accept any
 * text, since a process of another version may know more.
 */
export function wordSchema<Word extends string>() {
  return z.string() as unknown as z.ZodMiniType<Word, Word | (string & {})>
}

/** Filters out the words that this version does not know. */
export function knownOf<const Words extends readonly string[]>(words: Words, read: readonly string[] | undefined): Words[number][] {
  return words.filter((word: Words[number]) => read?.includes(word))
}
