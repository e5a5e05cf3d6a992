/**
 * What is read otherwise than it is written, or not seen at all: marks that reverse the text after them, spaces without width, soft hyphens,
 * fillers, tags, variants (all "default ignorable" to Unicode), and annotations.
 */
const HIDDEN = /[\p{DI}\ufff9-\ufffb]/u
const VISIBLE = /[^\s\u2800\p{DI}\ufff9-\ufffb]/u
const LETTER = /[\p{L}\p{M}]/u
/** Of scripts whose letters no mark joins or keeps apart; those of Arabic, Persian, Hindi and many others it does. */
const APART = /[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u
const PICTURE = /\p{Extended_Pictographic}/u
/** What may stand between a picture and the mark that joins it to the next: its variant, or the colour of a skin. */
const SHADE = /[\ufe0f\p{Emoji_Modifier}]/u
/** Marks that set right what runs to the left and to the right in one line: in a text without letters of Hebrew, Arabic and the like they would hide something. */
const DIRECTION = /[\u061c\u200e\u200f]/
const LEFTWARD = /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Behind a black flag: that of England, Scotland or Wales. */
const FLAG = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u
const LONGEST_FLAG = 7

/**
 * Returns a text without the marks that hide or reverse a part of it; '' when nothing of it can be seen. Those that a script needs stay.
 * Each is judged by what stands beside it: an expression that looks around would have to be trusted to be quick.
 */
export function withoutHiddenMarks(text: string): string {
  if (!VISIBLE.test(text)) return ''
  if (!HIDDEN.test(text)) return text
  const characters = Array.from(text)
  const runsLeft = LEFTWARD.test(text)
  const kept: string[] = []
  for (let at = 0; at < characters.length; at += 1) {
    const [mark = '', next = ''] = [characters[at], characters[at + 1]]
    const flag = kept.at(-1) === '🏴' ? FLAG.exec(characters.slice(at, at + LONGEST_FLAG).join(''))?.[0] : undefined
    if (flag !== undefined) {
      const tags = Array.from(flag)
      kept.push(...tags)
      at += tags.length - 1
    } else if (DIRECTION.test(mark)) {
      if (runsLeft && !HIDDEN.test(kept.at(-1) ?? '')) kept.push(mark)
    } else if (!HIDDEN.test(mark) || isNeeded(mark, kept.at(-1) ?? '', kept.at(-2) ?? '', next)) kept.push(mark)
  }
  return kept.join('')
}

/** `before`, `earlier`: the last two characters that stay. */
function isNeeded(mark: string, before: string, earlier: string, next: string): boolean {
  if (mark === '\u200d' && PICTURE.test(SHADE.test(before) ? earlier : before)) return PICTURE.test(next)
  if (/[\u200c\u200d]/.test(mark)) return LETTER.test(before) && !APART.test(before) && !HIDDEN.test(before)
  if (/[\ufe0e\ufe0f]/.test(mark)) return PICTURE.test(before) || (mark === '\ufe0f' && /[#*0-9]/.test(before) && next === '\u20e3')
  if (/[\u180b-\u180f]/.test(mark)) return /[\u1820-\u18aa]/.test(before)
  return /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u.test(mark) && /\p{sc=Hani}/u.test(before)
}
