import { useState } from 'react'
import { MAX_NUMBER_LENGTH, type ExportNumbersBody, type ReadExport } from '#shared/ledger/export.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { KeptNote } from '#web/components/kept-note.tsx'
import { Panel } from '#web/components/panel.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useChangeNumbers } from './api/send-export.ts'
import { accountName } from './ledger-texts.ts'
import { accountFields, checkNumbers, startOf, type AccountFields, type NumberValues } from './number-values.ts'

type Props = {
  seen: ReadExport
  onDone: (message: string) => void
  /** Called if someone else was first; `message` says who. */
  onChanged: (message: string) => void
}

/** The number of each account in the accountant's program. Mount it anew for another version. */
export function NumbersForm({ seen, onDone, onChanged }: Props) {
  const changeNumbers = useChangeNumbers()
  const accounts = accountFields(seen)
  const form = useKeptForm<NumberValues, ExportNumbersBody>({
    keepAs: 'export-numbers',
    start: startOf(seen),
    check: (values) => checkNumbers(values, accounts, seen.version),
    send: async (body) => {
      try {
        await changeNumbers(body)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'export_changed') throw error
        return onChanged(error.message)
      }
      form.forget()
      onDone('Account numbers saved.')
    },
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
