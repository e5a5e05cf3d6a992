/** Of a keyboard event. */
type Key = { isComposing: boolean; keyCode: number }

/**
 * Whether a key belongs to an input method (Japanese, Chinese, Korean, …) that is composing text: its arrow keys, Enter and Escape choose among
 * its own words. Safari ends the composition before it reports the Enter that ended it, and marks that key by its code alone.
 */
export function isComposing({ isComposing: composing, keyCode }: Key): boolean {
  return composing || keyCode === 229
}
