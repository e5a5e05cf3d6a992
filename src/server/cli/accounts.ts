import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { personalData } from '#server/features.ts'
import { runRemovals } from '#server/features/accounts/clean-start.ts'
import { deleteOnRequest, findObstacles, ownData, refuseSharedAccount } from '#server/features/accounts/own-data.ts'
import { findAddressee, getOwnAccount, type OwnAccount } from '#server/features/accounts/users.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { getOperator, readArguments, UsageError, type Command, type Say } from './command.ts'
import { writeCopy } from './correspondence.ts'
import { withDeps } from './with-deps.ts'

const USAGE = `Usage:
  npm run accounts -- erase ada@example.com                    shows what would be deleted and what is kept, and changes nothing
  npm run accounts -- erase ada@example.com --export ada.json  also writes the copy that people can download in Settings
  npm run accounts -- erase ada@example.com --confirm          deletes the account as its owner can in Settings
Use --by boss@example.com to say whose decision it is. The request must come from that address.`

export const accounts: Command = { usage: USAGE, run: runAccounts }

const OPTIONS = { export: { type: 'string' }, confirm: { type: 'boolean', default: false }, by: { type: 'string' } } as const

async function runAccounts(args: string[], say: Say, note?: Say): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const [command, address] = positionals
  if (command !== 'erase') throw new UsageError('Missing command. Use: erase.')
  const email = readArguments(z.email('Missing email address.'), address)
  await withDeps(note, async (deps, log) => {
    const account = await getCustomer(deps, email)
    await describe(deps, account, say)
    if (values.export !== undefined) await writeCopy(path.resolve(values.export), ownData(deps, account, personalData(deps)), say)
    const obstacles = await findObstacles(deps, account.id, personalData(deps))
    if (values.confirm && obstacles.length === 0) return erase(deps, log, account, values.by, say)
    for (const obstacle of obstacles) say(`Can’t be deleted yet. Its owner would read: ${obstacle}`)
    if (values.confirm) throw new Error('Nothing was deleted.')
    if (obstacles.length === 0) say('Nothing has been deleted. To delete, which can’t be undone, add --confirm.')
  })
}

async function getCustomer(deps: Deps, email: string): Promise<OwnAccount> {
  const found = await findAddressee(deps.db, email)
  if (!found) throw new Error(`No account with email ${email}.`)
  if (found.role !== 'customer')
    throw new Error(`${email} is a staff account. If they no longer work here: npm run staff -- role ${email} customer`)
  refuseSharedAccount(deps, found.id)
  return getOwnAccount(deps.db, { userId: found.id })
}

/** What becomes of each part of a copy, by its name there. The account page says the same. */
const KEPT: Record<string, string> = {
  bookings: 'without names, addresses and notes, because the law requires it',
  payments: 'because the law requires it',
  refunds: 'because the law requires it',
  reviews: 'as by “A traveller”',
  quoteDecisions: 'without their reasons, because they explain prices in the books',
  signIns: 'in the audit log, which doesn’t contain the name or address',
}

async function describe(deps: Deps, account: OwnAccount, say: Say): Promise<void> {
  const { name, email, createdAt, emailConfirmedAt } = account
  say(`${name} <${email}>, signed up ${createdAt.toISOString().slice(0, 10)}, address ${emailConfirmedAt ? 'confirmed' : 'not confirmed'}.`)
  say('Deleted: name, email address, phone number, picture, password, passkeys and two-step sign-in.')
  for await (const [part, value] of ownData(deps, account, personalData(deps))) {
    const count = await countOf(value)
    if (count === 0) continue
    const kept = KEPT[part]
    say(kept === undefined ? `Deleted: ${wordsOf(part)} (${count}).` : `Kept: ${wordsOf(part)} (${count}), ${kept}.`)
  }
}

const wordsOf = (part: string) => part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** 0 for anything that isn’t a list. */
async function countOf(value: unknown): Promise<number> {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return 0
  let count = 0
  for await (const _ of value as AsyncIterable<unknown>) count += 1
  return count
}

async function erase(deps: Deps, log: App['log'], { id, email }: OwnAccount, by: string | undefined, say: Say): Promise<void> {
  const actor = await getOperator(deps.db, by)
  const removals = await deps.db.transaction().execute(async (trx) => deleteOnRequest(deps, trx, actor, id, personalData(deps)))
  await runRemovals(removals, log)
  say(`Deleted. ${email} can sign up again, and gets one last email about it.`)
}
