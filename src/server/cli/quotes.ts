import { parseArgs } from 'node:util'
import { BOOKING_STATUSES } from '#shared/bookings/statuses.ts'
import { MAX_PAGE } from '#shared/list-pages.ts'
import { formatMoney, toMoney } from '#shared/money.ts'
import { approveQuoteBodySchema, declineQuoteBodySchema } from '#shared/quotes/staff.ts'
import { approveQuote, declineQuote, listDecisions } from '#server/features/quotes/decisions.ts'
import { countQuotes, findQuote, findQuoteId, listQuotes } from '#server/features/quotes/quotes.ts'
import type { Deps } from '#server/lib/deps.ts'
import { amountArgument, getOperator, readArguments, UsageError, type Command, type Say } from './command.ts'
import { withDeps } from './with-deps.ts'

const USAGE = `Usage:
  npm run quotes -- list [--status pending] [--before M-4TQ8WZ2C]
  npm run quotes -- approve M-4TQ8WZ2C [--price 35700] [--reason "Two more helpers"]
  npm run quotes -- decline M-4TQ8WZ2C --reason "All crews are out on that day"
  npm run quotes -- history M-4TQ8WZ2C    shows each decision with who made it and why
Pending quotes are listed oldest first, others newest first, 200 at a time; use --before to see the next ones. Name a quote by its reference or ID, and use --by ada@example.com to say whose decision it is. Prices are in the quote's currency. Emails are only sent while the site is running.`

const DOABLE = ['list', 'approve', 'decline', 'history']

const OPTIONS = {
  status: { type: 'string' },
  before: { type: 'string' },
  price: { type: 'string' },
  reason: { type: 'string' },
  by: { type: 'string' },
} as const

export const quotes: Command = { usage: USAGE, run: runQuotes }

async function runQuotes(args: string[], say: Say, note?: Say): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: OPTIONS,
  })
  const [command = '', name = ''] = positionals
  if (!DOABLE.includes(command)) throw new UsageError(`Missing command. Use one of: ${DOABLE.join(', ')}.`)
  if (command !== 'list' && !name) throw new UsageError('Missing quote.')
  await withDeps(note, async (deps) => {
    if (command === 'list') return list(deps, values, say)
    const id = await findQuoteId(deps.db, name)
    if (!id) throw new Error(`No quote ${name}.`)
    if (command === 'history') return printHistory(deps, id, say)
    const actor = await getOperator(deps.db, values.by)
    if (command === 'decline') {
      const { reason } = readArguments(declineQuoteBodySchema, { reason: values.reason ?? '' })
      await declineQuote(deps, actor, id, reason)
      return say(`${name} has been declined.`)
    }
    const typedCents =
      values.price === undefined ? undefined : amountArgument('--price', values.price, (await findQuote(deps.db, id))?.currency)
    const { priceCents, reason } = readArguments(approveQuoteBodySchema, { priceCents: typedCents, reason: values.reason })
    await approveQuote(deps, actor, id, { priceCents, reason: reason || undefined })
    say(`${name} has been approved. The customer will be emailed the payment link.`)
  })
}

async function list({ db }: Deps, { status, before: name }: { status?: string; before?: string }, say: Say): Promise<void> {
  const known = BOOKING_STATUSES.find((each) => each === status)
  if (status !== undefined && !known) throw new UsageError(`Unknown status ${status}. Use one of ${BOOKING_STATUSES.join(', ')}.`)
  const before = name === undefined ? undefined : await findQuoteId(db, name)
  if (name !== undefined && !before) throw new Error(`No quote ${name}.`)
  const found = await listQuotes(db, known, { limit: MAX_PAGE, before })
  if (found.length === 0) say('No quotes.')
  for (const quote of found) {
    const { reference, pickupDate, pickupPinCode, dropoffPinCode, serviceType, contact } = quote
    const price = formatMoney(toMoney(quote.price, quote.currency))
    say(
      `${reference}  ${quote.status.padEnd(9)}  ${price}  ${pickupDate.slice(0, 16)}Z  ${pickupPinCode} → ${dropoffPinCode}  ${serviceType?.name}  ${contact.name} <${contact.email}>`,
    )
  }
  const total = await countQuotes(db, known)
  const last = found.at(-1)
  if (last && found.length < total) say(`${found.length} of ${total}; for more: --before ${last.reference}`)
}

async function printHistory({ db }: Deps, id: string, say: Say): Promise<void> {
  const decisions = await listDecisions(db, id)
  if (decisions.length === 0) say('No decisions yet.')
  for (const { decision, decided_at, total_cents, currency, decider_email, reason } of decisions) {
    const price = formatMoney({ cents: total_cents, currency })
    const facts = [decided_at.toISOString().slice(0, 16), decision, price, decider_email ?? 'unknown', reason]
    say(facts.filter((fact) => fact !== null).join('  '))
  }
}
