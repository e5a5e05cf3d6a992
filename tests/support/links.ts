import { sql } from 'kysely'
import { linkJobSchema, SEND_LINK_JOB, sendLink, type LinkPurpose } from '../../src/server/features/accounts/links.ts'
import { codeJobSchema, SEND_CODE_JOB, sendCode } from '../../src/server/features/accounts/sessions/tries.ts'
import type { TestApp } from './test-app.ts'

/** Sends the links that an address has requested since the last call. Returns the number of emails with a link. */
export async function sendLinks({ deps }: Pick<TestApp, 'deps'>, email: string): Promise<number> {
  const { rows } = await sql<{ data: unknown }>`delete from pgboss.job
    where name = ${SEND_LINK_JOB} and lower(data ->> 'email') = lower(${email}) returning data`.execute(deps.db)
  const requests = rows.map(({ data }) => linkJobSchema.parse(data))
  for (const request of requests) await sendLink(deps, request)
  return (await linkMails(deps, email)).length
}

/** Sends the requested links and returns the token of the newest of its kind. */
export async function newestToken(site: Pick<TestApp, 'deps'>, email: string, purpose: LinkPurpose): Promise<string> {
  await sendLinks(site, email)
  const key = purpose === 'reset' ? 'resetUrl' : 'confirmUrl'
  const found = (await linkMails(site.deps, email)).map(({ data }) => JSON.stringify(data)).findLast((data) => data.includes(key))
  const token = /token=([\w-]+)/.exec(found ?? '')?.[1]
  if (token === undefined) throw new Error(`no link for ${email}`)
  return token
}

async function linkMails({ db }: TestApp['deps'], email: string) {
  return db
    .selectFrom('mails')
    .select('data')
    .where('recipient', '=', email)
    .where('template', 'in', ['password-reset', 'email-confirmation'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Sends the sign-in codes that an address is due, and returns all that it has been sent, the newest last. */
export async function signInCodes({ deps }: Pick<TestApp, 'deps'>, email: string): Promise<string[]> {
  const { rows } = await sql<{ data: unknown }>`delete from pgboss.job
    where name = ${SEND_CODE_JOB} and lower(data ->> 'email') = lower(${email}) returning data`.execute(deps.db)
  for (const { data } of rows) await sendCode(deps, codeJobSchema.parse(data))
  const mails = deps.db.selectFrom('mails').select('data').where('recipient', '=', email).where('template', '=', 'sign-in-code')
  return (await mails.orderBy('created_at').execute()).map(({ data }) => (data as { signInCode: string }).signInCode)
}
