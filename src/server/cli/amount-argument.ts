import { readAmount, typedCents } from '#shared/typed-numbers.ts'

/** Whole cents of an amount on the command line, read as in the console. Throws with both readings if there are two. */
export function amountArgument(name: string, text: string, currency?: string): number {
  const { decimal, message } = readAmount(text, currency)
  if (decimal === undefined) throw new Error(`${name}: ${message ?? `“${text}” is no amount`}.`)
  return typedCents(text, currency)
}
