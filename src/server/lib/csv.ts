/** Opened by a spreadsheet, a cell that begins with one of these is a formula, which may send away what stands beside it. */
const FORMULA = new Set('=+-@＝＋－＠')
/** Where a cell begins: a spreadsheet of another country separates by semicolons, and takes our quotes for a part of the text. */
const SEPARATORS = new Set(';|\t\r\n')
/** What a spreadsheet may drop from the beginning of a cell. */
const DROPPED = /^[\s"\p{Cf}]$/u

/** The mark by which spreadsheets know that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Returns one line of a CSV file (RFC 4180), with each field in quotes. What could be a formula is kept a text by an apostrophe; numbers stay as they are. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => `"${toText(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

function toText(cell: string | number | null): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return /^[\t\r\n]/.test(cell) ? `'${withoutFormulas(cell)}` : withoutFormulas(cell)
}

/** Character by character: an expression that looks back over whatever may be dropped would take its time over long rows of it. */
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
