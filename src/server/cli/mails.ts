import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { endPauses, resendMail } from '#server/features/mails/commands.ts'
import { sendDueMails } from '#server/features/mails/flows.ts'
import { countWaitingMails, listFailedMails } from '#server/features/mails/queries.ts'
import { mailParts } from '#server/jobs.ts'
import type { Database } from '#server/lib/db.ts'
import { createMailer } from '#server/lib/mailer.ts'
import { getOperator, readArguments, UsageError, type Command, type Say } from './command.ts'
import { eraseCorrespondence, exportCorrespondence, findCorrespondence } from './correspondence.ts'
import { withDeps } from './with-deps.ts'

const MOST = 200
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const USAGE = `Usage:
  npm run mails -- failed
  npm run mails -- send                                       sends what is waiting, now: after an outage of the mail server
  npm run mails -- resend 5b0e6d1c-8d52-4c4f-9d8f-0a8b7d8d4a10
  npm run mails -- find --address ada@example.com
  npm run mails -- export --address ada@example.com --to ada.json
  npm run mails -- erase --address ada@example.com --yes
Use --by ada@example.com to say whose decision it is. Apart from send, emails are only sent while the site is running. The last three commands are for people without an account who ask what we keep. They cover emails to and enquiries from their address. The request must come from that address.`

export const mails: Command = { usage: USAGE, run: runMails }

const OPTIONS = { address: { type: 'string' }, to: { type: 'string' }, yes: { type: 'boolean' }, by: { type: 'string' } } as const

async function runMails(args: string[], say: Say, note?: Say): Promise<void> {
  const { positionals, values } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const [command, id = ''] = positionals
  switch (command) {
    case 'failed':
      return withDeps(note, async ({ db }) => list(db, say))
    case 'send':
      return sendWaiting(say, note)
    case 'resend':
      return resend(id, values.by, say, note)
    case 'find':
    case 'export':
    case 'erase':
      return lookAfter(command, values, say, note)
    default:
      throw new UsageError('Missing command. Use one of: failed, send, resend, find, export, erase.')
  }
}

async function list(db: Database, say: Say): Promise<void> {
  const failed = await listFailedMails(db, MOST)
  if (failed.length === 0) say('No failed emails.')
  for (const { id, template, failure, failed_at, reference, request_id } of failed) {
    say([id, failed_at?.toISOString().slice(0, 16), reference ?? '-', template, failure, request_id ?? '-'].join('  '))
  }
}

/** Safe beside a running site, since each email is leased. */
async function sendWaiting(say: Say, note?: Say): Promise<void> {
  await withDeps(note, async (deps, log) => {
    if (await deps.copy.isCopy()) throw new Error('This is a restored copy, which sends no email until npm run go-live.')
    const before = (await countWaitingMails(deps.db)).count
    await endPauses(deps.db, deps.now())
    const { config, db, now, origins } = deps
    const mailing = { db, now, origins, ...mailParts(deps, createMailer(config, log)) }
    await sendDueMails(mailing, log, new AbortController().signal, 0)
    const { count, failure } = await countWaitingMails(db)
    if (count > 0) throw new Error(`Emails waiting: ${count} of ${before}. The mail server: ${failure ?? 'not reached'}.`)
    say(before === 0 ? 'No emails waiting.' : `Emails no longer waiting: ${before}.`)
  })
}

async function resend(id: string, by: string | undefined, say: Say, note?: Say): Promise<void> {
  if (!UUID.test(id)) throw new UsageError('Missing email ID.')
  await withDeps(note, async ({ db, queue, now }) => {
    const actor = await getOperator(db, by)
    await db.transaction().execute((trx) => resendMail(trx, queue, actor, id, now()))
    say('Email queued.')
  })
}

interface Wishes {
  address?: string | undefined
  to?: string | undefined
  yes?: boolean | undefined
  by?: string | undefined
}

async function lookAfter(
  command: 'find' | 'export' | 'erase',
  { address, to, yes = false, by }: Wishes,
  say: Say,
  note?: Say,
): Promise<void> {
  const whose = readArguments(z.email('Missing --address, for example --address ada@example.com.'), address)
  if (command === 'export' && !to) throw new UsageError('Missing --to, for example --to ada.json.')
  if (command === 'erase' && !yes) throw new UsageError('This can’t be undone. Check what find lists first, then add --yes.')
  await withDeps(note, async (deps) => {
    if (command === 'find') await findCorrespondence(deps, whose, say)
    if (command === 'export' && to) await exportCorrespondence(deps, whose, path.resolve(to), say)
    if (command === 'erase') await eraseCorrespondence(deps, await getOperator(deps.db, by), whose, say)
  })
}
