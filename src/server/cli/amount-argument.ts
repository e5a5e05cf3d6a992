import { readAmount, typedCents } from '#shared/typed-numbers.ts'
import { UsageError } from './command.ts'

/** Whole cents of an amount on the command line, read as in the console. Throws `UsageError`, with both readings if there are two. */
export function amountArgument(name: string, text: string, currency?: string): number {
  const { decimal, message } = readAmount(text, currency)
  if (decimal === undefined) throw new UsageError(`${name}: ${message ?? `“${text}” is no amount`}.`)
  return typedCents(text, currency)
}
