import { z } from 'zod/mini'

/** Refuses an empty field with this message alone: whatever else is wrong with it follows from that. */
export const required = (message: string) => z.minLength(1, { error: message, abort: true })

/** Whether PostgreSQL can store a text: it has no U+0000 in text, nor half a surrogate pair in JSON. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}

/** Texts that people type and we keep. */
export const storable = z.refine<string>(isStorable, { error: 'Please remove the character that cannot be kept', abort: true })
