import { anyPhrase, plainOf, toTokens, type Token } from './readings.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Scripts that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Replaces names of places, and words that belong together, by the words to look for. */
export type Names = (tokens: readonly Token[]) => Token[]

/** Builds a reader for names of several words, and for names within unspaced runs of other scripts, where fillers are removed too. */
export function namesOf({ languages, places }: Vocabulary): Names {
  const together = languages.flatMap((language) => language.together).map((text) => [text, wordsIn(text)] as const)
  const named = places.flatMap(({ find, names }) => names.map((name) => [name, wordsIn(find)] as const))
  // One word for one is a synonym, unless it is written with dots.
  const phrases = [...together, ...named.filter(([name, find]) => find.length > 1 || wordsIn(name).length > 1 || name.includes('.'))]
  const byPhrase = anyPhrase(phrases.flatMap(([name, find]) => [name, name.replaceAll(/['’]/g, '')].map((text) => [spoken(text), find])))
  const cut = cutterOf([
    ...named,
    ...languages.flatMap(({ fillers, relative }) => [
      ...fillers.map((filler) => [filler, []] as const),
      ...Object.keys(relative).map((name) => [name, [name]] as const),
    ]),
  ])
  return (tokens) => {
    const settled: Token[] = []
    const spots = tokens.flatMap(({ plain }, at) => (JOINTS.has(plain) ? [] : [at]))
    const heard = spots.map((at) => tokens[at] as Token)
    let spot = 0
    for (let at = 0; at < tokens.length;) {
      const token = tokens[at] as Token
      while ((spots[spot] ?? tokens.length) < at) spot += 1
      const found = token.beginsPart && spots[spot] === at ? byPhrase(heard, spot) : undefined
      if (found) settled.push({ ...token, words: found.value })
      else settled.push(...cut(token))
      at = found ? (spots[found.end - 1] ?? at) + 1 : at + 1
    }
    return settled
  }
}

/** What is written between the words of a name, or left out: "Côte-d’Azur". */
const JOINTS = new Set(["'", '-', '‐', '‑', '–', '.'])

function spoken(text: string): string {
  return toTokens(text)
    .flatMap(({ plain }) => (JOINTS.has(plain) ? [] : [plain]))
    .join(' ')
}

function wordsIn(text: string): string[] {
  return toTokens(text)
    .map(({ plain }) => plain)
    .filter((plain) => /[\p{L}\p{N}]/u.test(plain))
}

/** Returns a function that cuts an unspaced run at the longest known pieces, and leaves the rest as it is. */
function cutterOf(pieces: readonly (readonly [string, readonly string[]])[]): (token: Token) => Token[] {
  const known = new Map(pieces.filter(([text]) => UNSPACED.test(text)).map(([text, words]) => [plainOf(text), words]))
  const longest = Math.max(0, ...[...known.keys()].map(({ length }) => length))
  return (token) => {
    if (!UNSPACED.test(token.plain)) return [token]
    const cut: Token[] = []
    const add = (text: string, end: number, words?: readonly string[]) => {
      if (text !== '') cut.push({ text, start: token.start + end - text.length, plain: text, beginsPart: true, ...(words && { words }) })
    }
    let open = ''
    for (let at = 0; at < token.plain.length;) {
      const length = Array.from({ length: longest }, (_, index) => longest - index).find((each) =>
        known.has(token.plain.slice(at, at + each)),
      )
      if (length === undefined) open += token.plain[at++]
      else {
        add(open, at)
        open = ''
        const piece = token.plain.slice(at, at + length)
        const words = known.get(piece) ?? []
        at += length
        // Words of the calendar are read as phrases later.
        if (words[0] === piece) add(piece, at)
        else if (words.length > 0) add(piece, at, words)
      }
    }
    add(open, token.plain.length)
    return cut
  }
}
