import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { bookAndPay, createBuyer, moveTravel, nextDay } from '../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../tests/support/command-line.ts'
import { createStaff } from '../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { runCommandLine } from './command-line.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
beforeEach(() => commandLineOf(site))
afterAll(async () => site.close())

async function command(...args: string[]): Promise<{ isDone: boolean; said: string[]; complaints: string[] }> {
  const said: string[] = []
  const complaints: string[] = []
  const isDone = await runCommandLine(
    ['accounts', ...args],
    (line) => said.push(line),
    (line) => complaints.push(line),
  )
  return { isDone, said, complaints }
}

/** A customer with a paid trip in the past. */
async function travelled() {
  const person = await createBuyer(site)
  const { id: bookingId } = await bookAndPay(site, person, 1, nextDay())
  await moveTravel(site, bookingId, '2026-01-05')
  const { id } = (await person.get(ownCalls.getAccount.path)).json.user
  return { person, id: id as string, bookingId }
}

const accountRow = async (id: string) =>
  site.deps.db.selectFrom('users').select(['name', 'email', 'deleted_at']).where('id', '=', id).executeTakeFirstOrThrow()

test('without --confirm erase shows what would be deleted, what is kept and why, and changes nothing', async () => {
  const { person, id } = await travelled()
  const { isDone, said, complaints } = await command('erase', person.email.toUpperCase())
  expect({ isDone, complaints }).toEqual({ isDone: true, complaints: [] })
  expect(said).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`<${person.email}>, signed up 20`),
      'Deleted: name, email address, phone number, picture, password, passkeys and two-step sign-in.',
      'Deleted: sessions (1).',
      expect.stringMatching(/^Deleted: mails \(\d+\)\.$/),
      'Kept: payments (1), because the law requires it.',
      'Kept: bookings (1), without names, addresses and notes, because the law requires it.',
      'Nothing has been deleted. To delete, which can’t be undone, add --confirm.',
    ]),
  )
  expect(await accountRow(id)).toMatchObject({ email: person.email, deleted_at: null })
})

test('--export writes the copy that the owner can download', async () => {
  const { person } = await travelled()
  const file = path.join(site.deps.config.DATA_DIR, 'copy.json')
  await command('erase', person.email, '--export', file)
  const { madeAt: _, ...copy } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  const { madeAt: __, ...own } = (await person.get(securityCalls.downloadOwnData.path)).json
  expect(copy).toEqual(own)
})

test('--confirm deletes as the owner can, keeps the booking without a name, and is in the audit log as the command line’s', async () => {
  const { person, id, bookingId } = await travelled()
  const { isDone, said } = await command('erase', person.email, '--confirm')
  expect({ isDone, last: said.at(-1) }).toEqual({
    isDone: true,
    last: `Deleted. ${person.email} can sign up again, and gets one last email about it.`,
  })
  expect(await accountRow(id)).toMatchObject({ name: 'Deleted account', deleted_at: expect.any(Date) })
  const { db } = site.deps
  expect(await db.selectFrom('bookings').select('user_id').where('id', '=', bookingId).execute()).toEqual([{ user_id: id }])
  const entry = db
    .selectFrom('audit_entries')
    .select(['via', 'actor_id'])
    .where('action', '=', 'account.deleted')
    .where('subject_id', '=', id)
  expect(await entry.execute()).toEqual([{ via: 'command_line', actor_id: null }])
  const mails = db.selectFrom('mails').select('template').where('recipient', '=', person.email)
  expect(await mails.execute()).toEqual([{ template: 'account-deleted' }])
  expect((await person.get(ownCalls.getAccount.path)).status).toBe(401)
  expect((await command('erase', person.email)).complaints).toEqual([`No account with email ${person.email}.`])
})

test('what prevents the owner’s deletion prevents this one, and is shown', async () => {
  const person = await createBuyer(site)
  const { reference } = await bookAndPay(site, person, 1, nextDay())
  const obstacle = expect.stringMatching(
    new RegExp(`^Can’t be deleted yet\\. Its owner would read: You have a booking: .*${reference}.* Please cancel it in My Bookings first`),
  )
  expect((await command('erase', person.email)).said.at(-1)).toEqual(obstacle)
  const { isDone, said, complaints } = await command('erase', person.email, '--confirm')
  expect({ isDone, last: said.at(-1), complaints }).toEqual({ isDone: false, last: obstacle, complaints: ['Nothing was deleted.'] })
})

test('staff accounts are refused', async () => {
  const { email } = await createStaff(site, 'manager')
  const { isDone, complaints } = await command('erase', email, '--confirm')
  const says = `${email} is a staff account. If they no longer work here: npm run staff -- role ${email} customer`
  expect({ isDone, complaints }).toEqual({ isDone: false, complaints: [says] })
})

test.each([
  [[], 'Missing command. Use: erase.'],
  [['erase'], 'Missing email address.'],
])('accounts %j is refused with its usage', async (args, says) => {
  const { isDone, complaints } = await command(...args)
  expect({ isDone, says: complaints[0]?.split('\n')[0] }).toEqual({ isDone: false, says })
})
