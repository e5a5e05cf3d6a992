import { parseArgs } from 'node:util'
import { resendMail } from '#server/features/mails/commands.ts'
import { listFailedMails } from '#server/features/mails/queries.ts'
import type { Database } from '#server/lib/db.ts'
import type { Command, Say } from './command.ts'
import { getOperator } from './named-staff.ts'
import { withDeps } from './with-deps.ts'

const MOST = 200
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const USAGE = `Usage:
  npm run mails -- failed
  npm run mails -- resend 5b0e6d1c-8d52-4c4f-9d8f-0a8b7d8d4a10
Say with --by ada@example.com whose decision it is. Emails go out while the site is running.`

/** `npm run mails`: the emails that have failed for good, until the console shows them. */
export const mails: Command = { usage: USAGE, run: runMails }

async function runMails(args: string[], say: Say): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { by: { type: 'string' } } })
  const [command, id = ''] = positionals
  if (command !== 'failed' && command !== 'resend') throw new Error('Say what to do: failed or resend.')
  if (command === 'resend' && !UUID.test(id)) throw new Error('Which email? Name it by its id.')
  await withDeps(say, async ({ db, queue, now }) => {
    if (command === 'failed') return list(db, say)
    const actor = await getOperator(db, values.by)
    await db.transaction().execute((trx) => resendMail(trx, queue, actor, id, now()))
    say('The email is queued again.')
  })
}

async function list(db: Database, say: Say): Promise<void> {
  const failed = await listFailedMails(db, MOST)
  if (failed.length === 0) say('No failed emails.')
  for (const { id, template, failure, failed_at, reference } of failed) {
    say([id, failed_at?.toISOString().slice(0, 16), reference ?? '-', template, failure].join('  '))
  }
}
