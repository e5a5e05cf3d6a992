import { accountNumberSchema, exportNumbersBodySchema, type ExportNumbersBody, type ReadExport } from '#shared/ledger/export.ts'
import { LEDGER_ACCOUNTS } from '#shared/ledger/staff.ts'
import type { Checked } from '#web/lib/form-issues.ts'

/** The numbers as typed, by the names of their fields. */
export type NumberValues = Record<string, string>

export interface AccountFields {
  account: string
  /** Whether anything was ever posted to it. */
  isInUse: boolean
  /** The first is for all currencies. */
  fields: { name: string; currency: string | null }[]
}

const fieldName = (account: string, currency: string | null) => (currency === null ? account : `${account}-${currency}`)

/** Lists the fields of each account: one for all currencies and, if it is used in several or has such a number, one for each. */
export function accountFields({ inUse, numbers }: Pick<ReadExport, 'inUse' | 'numbers'>): AccountFields[] {
  return Object.keys(LEDGER_ACCOUNTS).map((account) => {
    const used = inUse.flatMap((each) => (each.account === account ? [each.currency] : []))
    const own = numbers.flatMap((each) => (each.account === account && each.currency !== null ? [each.currency] : []))
    const currencies = [...new Set([...(used.length > 1 ? used : []), ...own])].toSorted()
    const fields = [null, ...currencies].map((currency) => ({ name: fieldName(account, currency), currency }))
    return { account, isInUse: used.length > 0, fields }
  })
}

export function startOf(seen: Pick<ReadExport, 'inUse' | 'numbers'>): NumberValues {
  const given = new Map(seen.numbers.map(({ account, currency, number }) => [fieldName(account, currency), number]))
  const fields = accountFields(seen).flatMap((each) => each.fields)
  return Object.fromEntries(fields.map(({ name }) => [name, given.get(name) ?? '']))
}

/** Returns the numbers to send; an empty field is none. `version` is the one the user saw. */
export function checkNumbers(values: NumberValues, accounts: readonly AccountFields[], version: number): Checked<ExportNumbersBody> {
  const typed = accounts.flatMap(({ account, fields }) =>
    fields.map(({ name, currency }) => ({ name, account, currency, number: (values[name] ?? '').trim() })),
  )
  const given = typed.filter(({ number }) => number !== '')
  const issues = given.flatMap(({ name, number }) => {
    const checked = accountNumberSchema.safeParse(number)
    return checked.success ? [] : checked.error.issues.map(({ message }) => ({ path: [name], message }))
  })
  if (issues.length > 0) return { success: false, error: { issues } }
  const numbers = given.map(({ account, currency, number }) => ({ account, currency, number }))
  return exportNumbersBodySchema.safeParse({ version, numbers })
}
