/** A spreadsheet treats a cell beginning with one of these as a formula, which could leak the cells next to it. */
const FORMULA = new Set('=+-@＝＋－＠')
/** Characters after which a cell may begin: spreadsheets in other locales separate by semicolons and treat our quotes as text. */
const SEPARATORS = new Set(';|\t\r\n')
const DROPPED = /^[\s"\p{Cf}]$/u

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Builds one line of a CSV file (RFC 4180), with every field quoted. An apostrophe keeps text from being read as a
 * formula; numbers are unchanged.
 */
export function csvLine(cells: readonly (string | number | null)[], separator: ',' | ';' = ','): string {
  return `${cells.map((cell) => `"${toText(cell).replaceAll('"', '""')}"`).join(separator)}\r\n`
}

function toText(cell: string | number | null): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return /^[\t\r\n]/.test(cell) ? `'${withoutFormulas(cell)}` : withoutFormulas(cell)
}

/** Works character by character, because a regular expression looking back over droppable characters would take quadratic time. */
function withoutFormulas(text: string): string {
  let safe = ''
  let isStart = true
  for (const character of text) {
    if (isStart && FORMULA.has(character)) safe += "'"
    isStart = SEPARATORS.has(character) || (isStart && DROPPED.test(character))
    safe += character
  }
  return safe
}
