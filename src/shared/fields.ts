import { z } from 'zod/mini'
import { withoutHiddenMarks } from './hidden-marks.ts'

/** Reports only this message for an empty field, since any further error follows from it. */
export const required = (message: string) => z.minLength(1, { error: message, abort: true })

/** PostgreSQL cannot store U+0000 or, in JSON, half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}

/** The first check on every text typed by people: removes marks that hide or reverse part of it, and trims it. */
export const typed = z.overwrite<string>((text) => withoutHiddenMarks(text).trim())

/** Like `typed`, but without trimming. */
export const visible = z.overwrite<string>(withoutHiddenMarks)

// Line breaks, control characters and web addresses.
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|\bwww\./iu

export const NAME_NOT_PLAIN = 'Please enter a name on one line, without a web address'

/** Rejects names that contain links, so that we never send an advertisement as someone's name. */
export const plainName = z.refine<string>((name) => !NOT_IN_NAMES.test(name.normalize('NFKC')), { error: NAME_NOT_PLAIN, abort: true })

/** Texts typed by people that we store. */
export const storable = z.refine<string>(isStorable, { error: 'Please remove the character that can’t be saved', abort: true })
