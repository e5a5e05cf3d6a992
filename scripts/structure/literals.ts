import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { CURRENCIES, formatMoney } from '../../src/shared/money.ts'

/** Tests may also name one. */
const MAY_NAME_ONE = new Set(['src/shared/money.ts'])

const CODES = new Set<string>(CURRENCIES)
const SYMBOLS = CURRENCIES.map((currency) => formatMoney({ cents: 0, currency }, 'never').replace('0', ''))

/**
 * Returns lines where a program names a currency itself: a symbol in a string ("$25"), or a code as a word in a string
 * or as an identifier ('usd', usd: …). Regular expressions and comments do not count.
 */
export function findCurrencyLiterals(name: string, source: string): string[] {
  if (!/^src\/.*\.tsx?$/.test(name) || name.includes('.test.') || MAY_NAME_ONE.has(name)) return []
  const found: number[] = []
  const look = (text: unknown, at: number) => {
    if (typeof text === 'string' && namesCurrency(text)) found.push(at)
  }
  new Visitor({
    Literal: ({ value, start }) => look(value, start),
    TemplateElement: ({ value, start }) => look(value.cooked, start),
    JSXText: ({ value, start }) => look(value, start),
    Identifier: ({ name: word, start }) => {
      if (CODES.has(word)) found.push(start)
    },
  }).visit(parseSync(path.basename(name), source).program)
  const lines = new Set(found.toSorted((one, other) => one - other).map((at) => source.slice(0, at).split('\n').length))
  return [...lines].map((line) => `${name}:${line}: a currency by hand; take it from shared/money.ts, and write amounts with formatMoney`)
}

function namesCurrency(text: string): boolean {
  // $& in a replacement stands for the match.
  const withoutPatterns = text.replaceAll('$&', '')
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return SYMBOLS.some((symbol) => withoutPatterns.includes(symbol)) || words.some((word) => CODES.has(word))
}
