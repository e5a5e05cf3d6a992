import { parseArgs } from 'node:util'
import { approveQuoteBodySchema, declineQuoteBodySchema, QUOTE_STATUSES } from '#shared/quotes.ts'
import { currencyOf, DEFAULT_CURRENCY, formatMoney, toMoney, unitsToCents } from '#shared/money.ts'
import { createServer } from './app.ts'
import { loadProcessConfig } from './config.ts'
import { connect } from './connection.ts'
import { findQuoteId, listQuotes } from './features/quotes/queries.ts'
import { approveQuote, declineQuote } from './features/quotes/decisions/flows.ts'
import { createAuth } from './lib/auth.ts'
import { createSandboxCards, createStripeCards } from './lib/cards.ts'
import { createDatabase, createPool } from './lib/db.ts'
import type { Deps } from './lib/deps.ts'
import { SEND_MAIL_JOB } from './lib/mail-outbox.ts'
import { migrate } from './lib/migrate.ts'
import { createOrigins } from './lib/origins.ts'
import { createQueue } from './lib/queue.ts'
import { sharedSecret } from './lib/secrets.ts'

export const QUOTES_USAGE = `Usage:
  npm run quotes -- list [--status pending]
  npm run quotes -- approve M-4TQ8WZ2C [--price 35700] [--reason "Two more helpers"]
  npm run quotes -- decline M-4TQ8WZ2C --reason "All crews are out on that day"
A quote is named by its reference or its id. Prices are in the quote's currency. Mails go out when the site runs.`

/** `npm run quotes`: the staff's part of the quotes, until the console has it. Throws with what is wrong. */
export async function quotesCommand(args: string[], say: (line: string) => void): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { status: { type: 'string' }, price: { type: 'string' }, reason: { type: 'string' } },
  })
  const [command, name = ''] = positionals
  if (command !== 'list' && command !== 'approve' && command !== 'decline') throw new Error('What is to be done?')
  if (command !== 'list' && !name) throw new Error('Which quote?')
  await withDeps(say, async (deps) => {
    if (command === 'list') return list(deps, values.status, say)
    const id = await findQuoteId(deps.db, name)
    if (!id) throw new Error(`There is no quote ${name}.`)
    if (command === 'decline') {
      const { reason } = declineQuoteBodySchema.parse({ reason: values.reason ?? '' })
      await declineQuote(deps, null, id, reason)
      return say(`${name} is declined.`)
    }
    const price = values.price === undefined ? undefined : Number(values.price)
    const body = approveQuoteBodySchema.parse({ price, reason: values.reason })
    const priceCents = body.price === undefined ? undefined : unitsToCents(body.price)
    await approveQuote(deps, null, id, { priceCents, reason: body.reason || undefined })
    say(`${name} is approved; the customer gets the link to pay.`)
  })
}

async function list({ db }: Deps, status: string | undefined, say: (line: string) => void): Promise<void> {
  const known = QUOTE_STATUSES.find((each) => each === status)
  if (status !== undefined && !known) throw new Error(`There is no status ${status}: ${QUOTE_STATUSES.join(', ')}.`)
  const quotes = await listQuotes(db, known)
  if (quotes.length === 0) say('No quotes.')
  for (const quote of quotes) {
    const { reference, pickupDate, pickupPinCode, dropoffPinCode, serviceType, contact } = quote
    const price = formatMoney(toMoney(quote.price, currencyOf(quote.currency, DEFAULT_CURRENCY.vehicle)))
    say(
      `${reference}  ${quote.status.padEnd(9)}  ${price}  ${pickupDate.slice(0, 16)}Z  ${pickupPinCode} → ${dropoffPinCode}  ${serviceType?.name}  ${contact.name} <${contact.email}>`,
    )
  }
}

/** What the features need, beside a running site or without one. */
async function withDeps(say: (line: string) => void, work: (deps: Deps) => Promise<void>): Promise<void> {
  const config = loadProcessConfig()
  const connection = await connect(config, say)
  const pool = createPool(connection.options, 4, () => undefined)
  const db = createDatabase(pool)
  const queue = createQueue(connection.options, createServer({ ...config, LOG_LEVEL: 'silent' }).log)
  try {
    await migrate(db)
    await queue.open([SEND_MAIL_JOB])
    const sandboxPort = config.CARD_SANDBOX_PORT ?? config.PORT + 1
    await work({
      config,
      db,
      pool,
      queue,
      cards: config.STRIPE_SECRET_KEY
        ? createStripeCards(config.STRIPE_SECRET_KEY, config.STRIPE_WEBHOOK_SECRET ?? [])
        : createSandboxCards(() => sandboxPort, await sharedSecret(db, 'card-sandbox-webhook')),
      auth: createAuth(config.SESSION_SECRET ?? (await sharedSecret(db, 'access-tokens')), false),
      origins: createOrigins(config, () => config.PORT),
      now: () => new Date(),
    })
  } finally {
    await queue.stop()
    await db.destroy()
    await connection.stop()
  }
}
