import { parseArgs } from 'node:util'
import { approveQuoteBodySchema, declineQuoteBodySchema, QUOTE_STATUSES } from '#shared/quotes.ts'
import { formatMoney, toMoney, unitsToCents } from '#shared/money.ts'
import { approveQuote, declineQuote } from '#server/features/quotes/decisions/flows.ts'
import { findQuoteId, listQuotes } from '#server/features/quotes/queries.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Command, Say } from './command.ts'
import { withDeps } from './with-deps.ts'

const USAGE = `Usage:
  npm run quotes -- list [--status pending]
  npm run quotes -- approve M-4TQ8WZ2C [--price 35700] [--reason "Two more helpers"]
  npm run quotes -- decline M-4TQ8WZ2C --reason "All crews are out on that day"
Name a quote by its reference or its id. Prices are in the quote's currency. Emails go out while the site is running.`

/** `npm run quotes`: what staff do with quotes, until the console offers it. */
export const quotes: Command = { usage: USAGE, run: runQuotes }

async function runQuotes(args: string[], say: Say): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { status: { type: 'string' }, price: { type: 'string' }, reason: { type: 'string' } },
  })
  const [command, name = ''] = positionals
  if (command !== 'list' && command !== 'approve' && command !== 'decline') throw new Error('Say what to do: list, approve or decline.')
  if (command !== 'list' && !name) throw new Error('Which quote?')
  await withDeps(say, async (deps) => {
    if (command === 'list') return list(deps, values.status, say)
    const id = await findQuoteId(deps.db, name)
    if (!id) throw new Error(`There is no quote ${name}.`)
    if (command === 'decline') {
      const { reason } = declineQuoteBodySchema.parse({ reason: values.reason ?? '' })
      await declineQuote(deps, null, id, reason)
      return say(`${name} has been declined.`)
    }
    const price = values.price === undefined ? undefined : Number(values.price)
    const body = approveQuoteBodySchema.parse({ price, reason: values.reason })
    const priceCents = body.price === undefined ? undefined : unitsToCents(body.price)
    await approveQuote(deps, null, id, { priceCents, reason: body.reason || undefined })
    say(`${name} has been approved; the customer will get the link to pay.`)
  })
}

async function list({ db }: Deps, status: string | undefined, say: Say): Promise<void> {
  const known = QUOTE_STATUSES.find((each) => each === status)
  if (status !== undefined && !known) throw new Error(`There is no status ${status}. Choose one of ${QUOTE_STATUSES.join(', ')}.`)
  const found = await listQuotes(db, known)
  if (found.length === 0) say('No quotes.')
  for (const quote of found) {
    const { reference, pickupDate, pickupPinCode, dropoffPinCode, serviceType, contact } = quote
    const price = formatMoney(toMoney(quote.price, quote.currency))
    say(
      `${reference}  ${quote.status.padEnd(9)}  ${price}  ${pickupDate.slice(0, 16)}Z  ${pickupPinCode} → ${dropoffPinCode}  ${serviceType?.name}  ${contact.name} <${contact.email}>`,
    )
  }
}
