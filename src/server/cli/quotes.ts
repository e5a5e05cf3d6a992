import { parseArgs } from 'node:util'
import { approveQuoteBodySchema, declineQuoteBodySchema, QUOTE_STATUSES } from '#shared/quotes.ts'
import { MAX_PAGE } from '#shared/list-pages.ts'
import { formatMoney, toMoney, unitsToCents } from '#shared/money.ts'
import { approveQuote, declineQuote } from '#server/features/quotes/decisions/flows.ts'
import { countQuotes, findQuoteId, listQuotes } from '#server/features/quotes/queries.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Command, Say } from './command.ts'
import { withDeps } from './with-deps.ts'

const USAGE = `Usage:
  npm run quotes -- list [--status pending] [--before M-4TQ8WZ2C]
  npm run quotes -- approve M-4TQ8WZ2C [--price 35700] [--reason "Two more helpers"]
  npm run quotes -- decline M-4TQ8WZ2C --reason "All crews are out on that day"
Of those that are pending, the one that has waited longest comes first, else the newest; 200 at a time, and --before shows what
follows a quote. Name a quote by its reference or its id. Prices are in the quote's currency. Emails go out while the site is running.`

/** `npm run quotes`: what staff do with quotes, until the console offers it. */
export const quotes: Command = { usage: USAGE, run: runQuotes }

async function runQuotes(args: string[], say: Say): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { status: { type: 'string' }, before: { type: 'string' }, price: { type: 'string' }, reason: { type: 'string' } },
  })
  const [command, name = ''] = positionals
  if (command !== 'list' && command !== 'approve' && command !== 'decline') throw new Error('Say what to do: list, approve or decline.')
  if (command !== 'list' && !name) throw new Error('Which quote?')
  await withDeps(say, async (deps) => {
    if (command === 'list') return list(deps, values, say)
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

async function list({ db }: Deps, { status, before: name }: { status?: string; before?: string }, say: Say): Promise<void> {
  const known = QUOTE_STATUSES.find((each) => each === status)
  if (status !== undefined && !known) throw new Error(`There is no status ${status}. Choose one of ${QUOTE_STATUSES.join(', ')}.`)
  const before = name === undefined ? undefined : await findQuoteId(db, name)
  if (name !== undefined && !before) throw new Error(`There is no quote ${name}.`)
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
  if (last && found.length < total) say(`${found.length} of ${total}; what follows: --before ${last.reference}`)
}
