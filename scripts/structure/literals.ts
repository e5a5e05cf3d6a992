import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { CURRENCIES, formatMoney } from '../../src/shared/money.ts'

/** The files that may name a currency. Tests may as well. */
const MAY_NAME_ONE = new Set(['src/shared/money.ts'])

const CODES = new Set<string>(CURRENCIES)
const SYMBOLS = CURRENCIES.map((currency) => formatMoney({ cents: 0, currency }, 'never').replace('0', ''))

/**
 * Returns the places of a program's source where it names a currency by hand, as lines: a symbol in a text ("$25"), or
 * a code as a word of a text or as a name ('usd', usd: …). Regular expressions and comments are no texts.
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
  // $& in a replacement is what was found.
  const withoutPatterns = text.replaceAll('$&', '')
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return SYMBOLS.some((symbol) => withoutPatterns.includes(symbol)) || words.some((word) => CODES.has(word))
}
