import { sql } from 'kysely'
import { CHANGE_EMAIL_JOB, changeJobSchema, startChange } from '../../src/server/features/accounts/email-changes.ts'
import type { TestApp } from './test-app.ts'

/** Runs the jobs of all email changes so far, each twice, because a job may be repeated. */
export async function runEmailChanges({ deps }: TestApp): Promise<void> {
  const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where name = ${CHANGE_EMAIL_JOB} order by created_on`.execute(
    deps.db,
  )
  for (const { data } of [...rows, ...rows]) await startChange(deps, changeJobSchema.parse(data))
}

/** Returns the token of the newest link in such an email, to anyone or to `recipient`, or '' if there is none. */
export async function tokenIn({ deps }: TestApp, template: string, recipient?: string): Promise<string> {
  let mails = deps.db.selectFrom('mails').select('data').where('template', '=', template).orderBy('created_at', 'desc')
  if (recipient !== undefined) mails = mails.where('recipient', '=', recipient)
  return /token=([\w-]+)/.exec(JSON.stringify((await mails.executeTakeFirst())?.data))?.[1] ?? ''
}
