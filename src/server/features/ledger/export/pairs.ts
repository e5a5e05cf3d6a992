export interface Posted {
  account: string
  /** Debit positive, credit negative. */
  cents: number
  currency: string
}

export interface Pair {
  account: string
  contraAccount: string
  /** Above zero. */
  cents: number
  /** Of `account`. */
  side: 'D' | 'C'
  currency: string
}

/**
 * Writes the lines of an entry as pairs of account and contra-account. In each currency the largest debit is paired with the largest credit,
 * for as much as both have left, and so on; of equal ones the first line comes first. The account is on the side that has fewer lines, or the
 * debit, so that it stays the same where it can. Summed by account and currency, pairs are what the lines are.
 */
export function pairsOf(lines: readonly Posted[]): Pair[] {
  return [...Map.groupBy(lines, ({ currency }) => currency)].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(pairsOfCurrency)
}

interface Rest {
  account: string
  left: number
}

function pairsOfCurrency([currency, lines]: [string, Posted[]]): Pair[] {
  const debits = sideOf(lines, 1)
  const credits = sideOf(lines, -1)
  const isDebit = debits.length <= credits.length
  const pairs: Pair[] = []
  let [debit, credit] = [debits.shift(), credits.shift()]
  while (debit && credit) {
    const cents = Math.min(debit.left, credit.left)
    const [own, contra]: [Rest, Rest] = isDebit ? [debit, credit] : [credit, debit]
    pairs.push({ account: own.account, contraAccount: contra.account, cents, side: isDebit ? 'D' : 'C', currency })
    debit.left -= cents
    credit.left -= cents
    if (debit.left === 0) debit = debits.shift()
    if (credit.left === 0) credit = credits.shift()
  }
  if (debit || credit) throw new Error('unbalanced entry')
  return pairs
}

function sideOf(lines: readonly Posted[], sign: 1 | -1): Rest[] {
  return lines
    .filter(({ cents }) => Math.sign(cents) === sign)
    .map(({ account, cents }) => ({ account, left: Math.abs(cents) }))
    .toSorted((one, other) => other.left - one.left)
}
