import { useState } from 'react'
import {
  accountNumberSchema,
  exportNumbersBodySchema,
  MAX_NUMBER_LENGTH,
  type ExportNumbersBody,
  type ReadExport,
} from '#shared/ledger/export.ts'
import { changeExportNumbers } from '#shared/ledger/staff-calls.ts'
import { accountName, LEDGER_ACCOUNTS } from '#shared/ledger/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { KeptNote } from '#web/components/form-dialog.tsx'
import { Panel } from '#web/components/panel.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { classNames } from '#web/lib/class-names.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { useSend } from '#web/lib/use-send.ts'
import { EXPORT_KEY } from './next-batch.tsx'

type Props = {
  seen: ReadExport
  onDone: (message: string) => void
  /** Called if someone else was first; `message` says who. */
  onChanged: (message: string) => void
}

/** The number of each account in the accountant’s program. Use the version as its key. */
export function NumbersForm({ seen, onDone, onChanged }: Props) {
  const send = useSend(changeExportNumbers, EXPORT_KEY)
  const accounts = accountFields(seen)
  const form = useKeptForm<NumberValues, ExportNumbersBody>({
    keepAs: 'export-numbers',
    start: startOf(seen),
    check: (values) => checkNumbers(values, accounts, seen.version),
    send: async (body) => {
      await send({ body })
      form.forget()
      onDone('Account numbers saved.')
    },
    onChanged,
  })
  const ofCurrencies = accounts.flatMap(({ fields }) => fields.flatMap(({ name, currency }) => (currency === null ? [] : [name])))
  const [isSplit, setIsSplit] = useState(() => ofCurrencies.some((name) => (form.values[name] ?? '') !== ''))
  const split = (isWanted: boolean) => {
    setIsSplit(isWanted)
    // What cannot be seen is not sent.
    if (!isWanted) form.adopt(Object.fromEntries(ofCurrencies.map((name) => [name, ''])))
  }
  const rowsOf = (shown: readonly AccountFields[]) =>
    shown.map(({ fields, ...each }) => (
      <AccountRow key={each.account} of={{ ...each, fields: isSplit ? fields : fields.slice(0, 1) }} fieldOf={(name) => form.field(name)} />
    ))
  return (
    <Panel title="Account numbers">
      <form {...form.props} className="grid gap-4">
        <p className="text-ink-soft">As in your accounting software: up to {MAX_NUMBER_LENGTH} letters and digits.</p>
        <KeptNote {...form.kept} />
        {form.alert && <Alert>{form.alert}</Alert>}
        {ofCurrencies.length > 0 && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={isSplit}
              onChange={({ target }) => split(target.checked)}
              className="size-5 shrink-0 accent-coral-deep"
            />
            Use a separate number per currency for some accounts
          </label>
        )}
        <ul className="divide-y divide-line border-y border-line">{rowsOf(accounts.filter((each) => each.isInUse))}</ul>
        <details open={accounts.every((each) => !each.isInUse)}>
          <summary className="min-h-11 content-center font-semibold">Accounts without entries</summary>
          <ul className="mt-1 divide-y divide-line border-y border-line">{rowsOf(accounts.filter((each) => !each.isInUse))}</ul>
        </details>
        <div>
          <Button type="submit" size="small" variant="secondary" className="min-h-11" isBusy={form.isBusy}>
            Save the numbers
          </Button>
        </div>
      </form>
    </Panel>
  )
}

type RowProps = { of: AccountFields; fieldOf: (name: string) => object }

function AccountRow({ of: { account, fields }, fieldOf }: RowProps) {
  const name = accountName(account)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <span className="min-w-0 flex-1 basis-28">{name}</span>
      <span className={classNames('grid gap-2', fields.length > 1 ? 'w-44' : 'w-36 sm:w-44')}>
        {fields.map((field) => (
          <span key={field.name} className="flex items-center gap-2">
            {fields.length > 1 && (
              <span aria-hidden="true" className="w-10 shrink-0 text-sm text-ink-soft">
                {field.currency?.toUpperCase() ?? 'All'}
              </span>
            )}
            <TextField
              {...fieldOf(field.name)}
              label={field.currency === null ? name : `${name}, ${field.currency.toUpperCase()}`}
              isLabelHidden
              autoComplete="off"
              spellCheck={false}
              className="flex-1"
            />
          </span>
        ))}
      </span>
    </li>
  )
}

/** The numbers as typed, by the names of their fields. */
type NumberValues = Record<string, string>

interface AccountFields {
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
