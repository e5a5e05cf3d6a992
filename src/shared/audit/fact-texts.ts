import type { Role } from '#shared/accounts/public.ts'
import { ROLE_NAMES } from '#shared/accounts/staff.ts'
import { isDay, longDay } from '#shared/dates.ts'
import { formatProviderMoney } from '#shared/money.ts'
import type { ReadAuditEntry } from './staff.ts'

/** Labels for facts whose names are not self-explanatory. */
const FACT_NAMES: Record<string, string> = {
  isDisabled: 'disabled',
  hasSecondFactor: 'two-step sign-in',
  way: 'method',
  responseStatus: 'response',
  targetId: 'about',
  isBlocked: 'blocked',
  isClosed: 'blocked',
  hasNewTexts: 'texts changed',
  rows: 'rows exported',
  saleEnd: 'on sale until',
  totalCents: 'price',
  policyCents: 'refund under policy',
  seat: 'traveller',
  secondsAgo: 'sent after',
  ceilingCents: 'daily goodwill limit',
  ledgerCents: 'ledger amount',
  countedCents: 'counted',
  ledgerAccount: 'account',
  inCurrency: 'in',
  accountNumber: 'number',
  rateBasisPoints: 'rate (basis points)',
  isActive: 'active',
  percent: 'percentage off',
  mostUses: 'maximum uses',
  offersAllOnSale: 'offer all places and group sizes on sale',
}

/** What the amount of some actions is. */
const AMOUNT_NAMES: Record<string, string> = {
  'departure.cancelled': 'refunded',
  'booking.cancelled': 'refunded',
  'booking.refunded': 'refunded',
  'payment.accepted': 'paid',
  'payment.returned': 'paid',
}

/** Ids that readers can use, or whose names are known. */
const SHOWN_IDS = new Set(['targetId', 'assigneeId'])

type Value = string | number | boolean | null
type Entry = Pick<ReadAuditEntry, 'before' | 'after'> & Partial<Pick<ReadAuditEntry, 'action' | 'currency' | 'people'>>

/** One line per changed fact: "role: staff → manager", "base: £89.50 → £95.00". */
export function factTexts({ action = '', before, after, currency, people }: Entry): string[] {
  const names = [...new Set(Object.keys({ ...before, ...after }))]
  // The amounts already show the currency, unless it is the currency that changed.
  const isCurrencySaid =
    names.some(isAmount) && (before?.['currency'] ?? after?.['currency']) === (after?.['currency'] ?? before?.['currency'])
  const isTold = (name: string) =>
    !(name === 'currency' && isCurrencySaid) &&
    !(name.endsWith('Id') && !SHOWN_IDS.has(name)) &&
    // A quote's version counts its offers, which are entries of their own.
    !(name === 'version' && action.startsWith('quote.')) &&
    // What is sent at once takes a moment too.
    !(name === 'secondsAgo' && Number(after?.[name]) < 60) &&
    // Of a quote, also a price that stays is worth telling.
    (name === 'totalCents' || !isSame(before?.[name], after?.[name]))
  const texts = names.filter(isTold).map((name) => {
    if (name === 'withDeparture') return 'with its departure'
    const values = [
      [before?.[name], before?.['currency']],
      [after?.[name], after?.['currency']],
    ] as const
    const shown = values.flatMap(([value, own]) => (value === undefined ? [] : [valueText(name, value, own ?? currency, people)]))
    return `${nameOf(name, action)}: ${[...new Set(shown)].join(' → ')}`
  })
  const difference = action === 'payment.accepted' ? differenceText(before?.['totalCents'], after?.['amountCents'], currency) : undefined
  return difference === undefined ? texts : [...texts, difference]
}

const nameOf = (name: string, action: string) =>
  (name === 'amountCents' ? AMOUNT_NAMES[action] : undefined) ?? FACT_NAMES[name] ?? wordsOf(name)

/** How much less or more than the price was accepted. */
function differenceText(price: Value | undefined, paid: Value | undefined, currency: string | null | undefined): string | undefined {
  if (typeof price !== 'number' || typeof paid !== 'number' || price === paid || !currency) return undefined
  return `${formatProviderMoney(Math.abs(price - paid), currency)} ${paid < price ? 'less' : 'more'} than the price`
}

/** Unchanged facts are not worth showing. */
const isSame = (before: Value | undefined, after: Value | undefined) => before !== undefined && before === after

const isAmount = (name: string) => name.endsWith('Cents')

function valueText(name: string, value: Value, currency: Value | undefined, people: ReadAuditEntry['people']): string {
  if (isAmount(name) && typeof value === 'number') {
    return typeof currency === 'string' ? formatProviderMoney(value, currency) : (value / 100).toFixed(2)
  }
  if (value === null) return isAmount(name) || name === 'accountNumber' ? 'none' : 'no one'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (name === 'secondsAgo') return `${Math.round(Number(value) / 60).toLocaleString('en-GB')} min`
  if (typeof value === 'number') return value.toLocaleString('en-GB')
  if (name === 'assigneeId') return people?.[value] ?? 'a deleted account'
  // Times of day are stored without their colon.
  if (name === 'role') return roleText(value)
  if (name === 'day' || name === 'lockedUntil') return isDay(value) ? longDay(value) : value
  if (name === 'currency' || name === 'inCurrency') return value.toUpperCase()
  const text = value.replaceAll('_', ' ')
  return /^\d\d-\d\d(?: |$)/.test(text) ? text.replace('-', ':') : text
}

function roleText(role: string): string {
  return Object.hasOwn(ROLE_NAMES, role) ? ROLE_NAMES[role as Role] : role
}

/** "holds full" for `holdsFull`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
  return words.replace(/^by /, 'filtered by ').replace(/ (?:id|cents)$/, '')
}
