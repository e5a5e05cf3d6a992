import type { ReadAuditEntry } from '#shared/audit/staff.ts'
import { formatProviderMoney } from '#shared/money.ts'

type Facts = ReadAuditEntry['before']

/** Describes the changes in an audit entry: "status: approved → declined, total: $1,200.00"; undefined if there are none. */
export function factsText(before: Facts, after: Facts, currency: string): string | undefined {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !name.endsWith('Id') && name !== 'currency',
  )
  const texts = names.map((name) => {
    const values = [before?.[name], after?.[name]].filter((value) => value !== undefined && value !== null)
    const shown = values.map((value) => {
      if (name.endsWith('Cents') && typeof value === 'number') return formatProviderMoney(value, currency)
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value).replaceAll('_', ' ')
    })
    return shown.length === 0 ? undefined : `${words(name)}: ${[...new Set(shown)].join(' → ')}`
  })
  return texts.filter((text) => text !== undefined).join(', ') || undefined
}

/** "totalCents" → "total". */
function words(name: string): string {
  return name
    .replace(/^is(?=[A-Z])|Cents$/g, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
}
