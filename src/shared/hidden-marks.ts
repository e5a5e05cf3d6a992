/**
 * Characters that are invisible or make text read differently from how it is written: direction marks, zero-width spaces, soft hyphens,
 * fillers, tags, variation selectors (all "default ignorable" in Unicode), and annotations.
 */
const HIDDEN = /[\p{DI}\ufff9-\ufffb]/u
const VISIBLE = /[^\s\u2800\p{DI}\ufff9-\ufffb]/u
const LETTER = /[\p{L}\p{M}]/u
/** Letters of scripts that need no joiners; Arabic, Persian, Hindi and many others do. */
const APART = /[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u
const PICTURE = /\p{Extended_Pictographic}/u
/** May stand between an emoji and the joiner after it: a variation selector or a skin tone. */
const SHADE = /[\ufe0f\p{Emoji_Modifier}]/u
/** Direction marks for mixed text; without letters of a right-to-left script they would only hide something. */
const DIRECTION = /[\u061c\u200e\u200f]/
const LEFTWARD = /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Tags that follow a black flag to form those of England, Scotland or Wales. */
const FLAG = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u
const LONGEST_FLAG = 7

/**
 * Removes the marks that hide or reverse part of a text, but keeps those a script needs; empty if nothing visible is left. Each mark is
 * judged by its neighbours in a loop, because a regular expression with lookaround could be slow.
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

/** `before` and `earlier` are the last two characters kept. */
function isNeeded(mark: string, before: string, earlier: string, next: string): boolean {
  if (mark === '\u200d' && PICTURE.test(SHADE.test(before) ? earlier : before)) return PICTURE.test(next)
  if (/[\u200c\u200d]/.test(mark)) return LETTER.test(before) && !APART.test(before) && !HIDDEN.test(before)
  if (/[\ufe0e\ufe0f]/.test(mark)) return PICTURE.test(before) || (mark === '\ufe0f' && /[#*0-9]/.test(before) && next === '\u20e3')
  if (/[\u180b-\u180f]/.test(mark)) return /[\u1820-\u18aa]/.test(before)
  return /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u.test(mark) && /\p{sc=Hani}/u.test(before)
}
