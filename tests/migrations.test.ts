import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, inject as provided, onTestFinished, test } from 'vitest'
import { projectRoot } from '../src/server/lib/root.ts'
import { administer, inDatabase } from './support/databases.ts'

const folder = path.join(projectRoot, 'migrations')

/** Creates a database as an earlier version left it, before `next` was applied; `upgrade` applies `next`. */
async function databaseBefore(next: string): Promise<{ client: pg.Client; upgrade(): Promise<unknown> }> {
  const postgres = provided('postgres')
  const name = `old_${randomUUID().replaceAll('-', '')}`
  await administer(postgres, `create database ${name}`)
  const client = new pg.Client(inDatabase(postgres, name))
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await administer(postgres, `drop database ${name} with (force)`)
  })
  const apply = async (file: string) => client.query(await readFile(path.join(folder, file), 'utf8'))
  const files = (await readdir(folder)).toSorted()
  for (const file of files.slice(0, files.indexOf(next))) await apply(file)
  return { client, upgrade: async () => apply(next) }
}

test('what earlier versions flagged for the staff becomes a task', async () => {
  const { client, upgrade } = await databaseBefore('0011_tasks.sql')
  await client.query(`insert into users (id, name, email, password_hash) values ('u1', 'Ada', 'ada@example.test', 'x')`)
  const booking = `insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
    full_refund_days, partial_refund_days, partial_refund_percentage, staff_flag) values`
  const facts = `'tour', 'u1', 'pending', 'Kyoto', 100, 'usd', '2127-01-01', 0, 0, 0`
  const flagged = randomUUID()
  await client.query(`${booking} ('${flagged}', 'M-1', ${facts}, 'Please check the payment.'), ('${randomUUID()}', 'M-2', ${facts}, null)`)
  await upgrade()
  const { rows } = await client.query('select kind, cause, booking_id, user_id, closed_at from tasks')
  expect(rows).toEqual([{ kind: 'note', cause: 'Please check the payment.', booking_id: flagged, user_id: 'u1', closed_at: null }])
  const left = await client.query('select 1 from bookings where staff_flag is not null')
  expect(left.rowCount).toBe(0)
})

test('emails queued by earlier versions learn which booking they are about', async () => {
  const { client, upgrade } = await databaseBefore('0015_retries.sql')
  const [booking, attempt, payment, refund] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await client.query(`
    insert into users (id, name, email, password_hash) values ('u1', 'Ada', 'ada@example.test', 'x');
    insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
      full_refund_days, partial_refund_days, partial_refund_percentage)
      values ('${booking}', 'M-1', 'tour', 'u1', 'pending', 'Kyoto', 100, 'usd', '2127-01-01', 0, 0, 0);
    insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, expires_at)
      values ('${attempt}', '${booking}', 'expired', 100, 'usd', '{}', 'token', now());
    insert into payments (id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, method, role, paid_at)
      values ('${payment}', '${booking}', '${attempt}', 'pi_1', 100, 'usd', 'card', 'late', now());
    insert into refunds (id, payment_id, amount_cents, currency, state, cause)
      values ('${refund}', '${payment}', 100, 'usd', 'failed', 'late')`)
  const mails = { 'quote-approved': `${booking}:2`, 'payment-returned': payment, 'refund-failed': refund, 'password-reset': randomUUID() }
  for (const [template, about] of Object.entries(mails)) {
    const values = [randomUUID(), `${template}:${about}`, template]
    await client.query(`insert into mails (id, key, template, recipient, data) values ($1, $2, $3, 'ada@example.test', '{}')`, values)
  }
  await upgrade()
  const { rows } = await client.query('select template from mails where booking_id = $1 order by template', [booking])
  expect(rows.map(({ template }) => template)).toEqual(['payment-returned', 'quote-approved', 'refund-failed'])
})
