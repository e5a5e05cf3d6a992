import { z } from 'zod/mini'

/** Refuses an empty field with this message alone: anything else that is wrong follows from that. */
export const required = (message: string) => z.minLength(1, { error: message, abort: true })

/** Returns whether PostgreSQL can store a text: it allows neither U+0000 nor, in JSON, half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}

/** Texts that people type and we keep. */
export const storable = z.refine<string>(isStorable, { error: 'Please remove the character that cannot be saved', abort: true })
