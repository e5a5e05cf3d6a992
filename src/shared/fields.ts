import { z } from 'zod/mini'
import { withoutHiddenMarks } from './hidden-marks.ts'

/** Refuses an empty field with this message alone: anything else that is wrong follows from that. */
export const required = (message: string) => z.minLength(1, { error: message, abort: true })

/** Returns whether PostgreSQL can store a text: it allows neither U+0000 nor, in JSON, half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}

/** The first check of every text that a person types: what hides or reverses a part of it goes, and the space around it. */
export const typed = z.overwrite<string>((text) => withoutHiddenMarks(text).trim())

/** The same of a text whose spaces stay. */
export const visible = z.overwrite<string>(withoutHiddenMarks)

// Line breaks, control characters and web addresses.
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|\bwww\./iu

export const NAME_NOT_PLAIN = 'Please give a name in one line, without a web address'

/** Names that people type: nobody gets an advertisement from us as a name (decisions, "Second round"). */
export const plainName = z.refine<string>((name) => !NOT_IN_NAMES.test(name.normalize('NFKC')), { error: NAME_NOT_PLAIN, abort: true })

/** Texts that people type and we keep. */
export const storable = z.refine<string>(isStorable, { error: 'Please remove the character that cannot be saved', abort: true })
