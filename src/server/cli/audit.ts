import { parseArgs } from 'node:util'
import { auditQuerySchema, MAX_AUDIT_PAGE, type StaffAuditEntry } from '#shared/audit/staff.ts'
import { findAddressee } from '#server/features/accounts/users.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { findQuoteId } from '#server/features/quotes/quotes.ts'
import type { Database } from '#server/lib/db.ts'
import { readArguments, UsageError, type Command, type Say } from './command.ts'
import { withDeps } from './with-deps.ts'

const USAGE = `Usage:
  npm run audit -- list [--limit ${MAX_AUDIT_PAGE}] [--before 4711] [--actor ada@example.com] [--action quote.approved] [--subject M-4TQ8WZ2C]
Shows who did what, when and from where, newest first. --before shows entries older than the given one. Name an actor by email address or ID, and a subject by ID (or a quote by its reference). Names aren’t recorded; the addresses shown are the accounts’ current ones.`

const OPTIONS = {
  limit: { type: 'string' },
  before: { type: 'string' },
  actor: { type: 'string' },
  action: { type: 'string' },
  subject: { type: 'string' },
} as const

export const audit: Command = { usage: USAGE, run: runAudit }

async function runAudit(args: string[], say: Say, note?: Say): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  if (positionals[0] !== 'list') throw new UsageError('Missing command. Use: list.')
  const query = readArguments(auditQuerySchema, values)
  await withDeps(note, async ({ db }) => {
    const { actor, subject } = query
    const entries = await listAudit(db, {
      ...query,
      actor: actor?.includes('@') ? await getAccountId(db, actor) : actor,
      subject: subject && ((await findQuoteId(db, subject)) ?? subject),
    })
    if (entries.length === 0) say('No entries.')
    for (const entry of entries) sayEntry(entry, say)
    const last = entries.at(-1)
    if (last && entries.length === query.limit) say(`For older entries: --before ${last.id}`)
  })
}

async function getAccountId(db: Database, email: string): Promise<string> {
  const account = await findAddressee(db, email)
  if (!account) throw new Error(`No account with email ${email}.`)
  return account.id
}

function sayEntry({ id, recordedAt, actor, via, action, subject, networkAddress, before, after }: StaffAuditEntry, say: Say): void {
  const nobody = via === 'command_line' ? 'command line' : 'someone'
  const who = actor ? (actor.email ?? actor.id) : nobody
  const changes = [...new Set(Object.keys({ ...before, ...after }))].map(
    (field) => `${field}: ${[before?.[field], after?.[field]].filter((value) => value !== undefined).join(' → ')}`,
  )
  const facts = [id, recordedAt.slice(0, 19), who, action, `${subject.kind} ${subject.id ?? '-'}`, networkAddress ?? '-', ...changes]
  say(facts.join('  '))
}
