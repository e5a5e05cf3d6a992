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

test('checkouts that earlier versions may have closed without the provider’s word are asked about once more', async () => {
  const { client, upgrade } = await databaseBefore('0013_money_in_doubt.sql')
  await client.query(`insert into users (id, name, email, password_hash) values ('u1', 'Ada', 'ada@example.test', 'x')`)
  const booking = randomUUID()
  await client.query(`insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
    partial_refund_days, partial_refund_percentage, expired_at)
    values ('${booking}', 'M-1', 'tour', 'u1', 'expired', 'Kyoto', 100, 'usd', '2127-01-01', 0, 0, 0, now())`)
  const attempt = async (token: string, status: string, expired: string, closed: string) =>
    client.query(`insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, session_id, expires_at, closed_at)
      values ('${randomUUID()}', '${booking}', '${status}', 100, 'usd', '{}', '${token}', '${token}', now() - interval '${expired}', now() - interval '${closed}')`)
  await attempt('blind', 'expired', '60 minutes', '44 minutes')
  await attempt('told', 'expired', '60 minutes', '59 minutes')
  await attempt('paid', 'complete', '60 minutes', '10 minutes')
  await attempt('old', 'expired', '50 days', '49 days')
  await upgrade()
  const { rows } = await client.query(
    'select session_id, closed_blind_at = closed_at as marked from payment_attempts where recheck_at <= now()',
  )
  expect(rows).toEqual([{ session_id: 'blind', marked: true }])
})

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
