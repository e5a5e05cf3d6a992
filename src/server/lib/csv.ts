/** Opened by a spreadsheet, a cell that begins like this is a formula, which may send away what stands beside it. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** The mark by which spreadsheets know that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Returns one line of a CSV file (RFC 4180). A text that could be a formula is kept a text by an apostrophe before it; numbers stay as they are. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
