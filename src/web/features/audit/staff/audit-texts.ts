import { AUDIT_ACTIONS, type ReadAuditEntry } from '#shared/audit/staff.ts'
import type { Role } from '#shared/accounts/public.ts'
import { formatProviderMoney } from '#shared/money.ts'
import { ROLE_NAMES } from '#shared/accounts/staff.ts'

/** Labels for facts whose names are not self-explanatory. */
const FACT_NAMES: Record<string, string> = {
  isDisabled: 'disabled',
  hasSecondFactor: 'two-step sign-in',
  way: 'with a',
  responseStatus: 'response',
  targetId: 'about',
  isBlocked: 'closed for sale',
  hasNewTexts: 'texts changed',
  rows: 'entries given',
  saleEnd: 'on sale until',
}

/** Describes an action; one no longer known is described by its name. */
export function actionText(action: string): string {
  return AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS] ?? action.replaceAll(/[._]/g, ' ')
}

/** The actor's name, or a placeholder. */
export function actorText({ actor, via, after }: Pick<ReadAuditEntry, 'actor' | 'via'> & Partial<Pick<ReadAuditEntry, 'after'>>): string {
  if (actor) return actor.name ?? 'An account that is gone'
  if (after?.['guideLinkId'] !== undefined) return 'A guide, by a link'
  return via === 'command_line' ? 'The command line' : 'Somebody who is not signed in'
}

type Entry = Pick<ReadAuditEntry, 'before' | 'after'> & { currency?: ReadAuditEntry['currency'] }

/** One line per changed fact: "role: staff → manager", "base: £89.50 → £95.00". */
export function factTexts({ before, after, currency }: Entry): string[] {
  const names = [...new Set(Object.keys({ ...before, ...after }))]
  // The amounts already show the currency, unless it is the currency that changed.
  const isSaid = names.some(isAmount) && (before?.['currency'] ?? after?.['currency']) === (after?.['currency'] ?? before?.['currency'])
  return names
    .filter((name) => !(name === 'currency' && isSaid) && !isSame(before?.[name], after?.[name]))
    .map((name) => {
      const values = [
        [before?.[name], before?.['currency']],
        [after?.[name], after?.['currency']],
      ] as const
      const texts = values.flatMap(([value, own]) => (value === undefined ? [] : [valueText(name, value, own ?? currency)]))
      return `${FACT_NAMES[name] ?? wordsOf(name)}: ${[...new Set(texts)].join(' → ')}`
    })
}

function roleText(role: string): string {
  return Object.hasOwn(ROLE_NAMES, role) ? ROLE_NAMES[role as Role] : role
}

/** Unchanged facts are not worth showing. */
const isSame = (before: Value | undefined, after: Value | undefined) => before !== undefined && before === after

const isAmount = (name: string) => name.endsWith('Cents')

type Value = string | number | boolean | null

function valueText(name: string, value: Value, currency: Value | undefined): string {
  if (isAmount(name) && typeof value === 'number') {
    return typeof currency === 'string' ? formatProviderMoney(value, currency) : (value / 100).toFixed(2)
  }
  if (value === null) return isAmount(name) ? 'none' : 'nobody'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-GB')
  // Times of day are stored without their colon.
  if (name === 'role') return roleText(value)
  if (name === 'currency') return value.toUpperCase()
  const text = value.replaceAll('_', ' ')
  return /^\d\d-\d\d /.test(text) ? text.replace('-', ':') : text
}

export function replacedTexts({ texts }: Pick<ReadAuditEntry, 'texts'>): { name: string; before: string; after: string }[] {
  return Object.entries(texts ?? {}).map(([name, text]) => ({ name: wordsOf(name), ...text }))
}

/** "holds full" for `holdsFull`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
  return words.replace(/^by /, 'narrowed by ').replace(/ (?:id|cents)$/, '')
}
