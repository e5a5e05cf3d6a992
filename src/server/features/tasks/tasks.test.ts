import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { brand } from '#shared/brand.ts'
import { operator } from '#server/lib/actors.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { closeTask, openTask, settleTasks, type NewTask } from './tasks.ts'
import { announceTasks, findTask, listOpenTasks } from '#server/features/desk/tasks.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.deps.db.deleteFrom('tasks').execute()
  await site.deps.db.deleteFrom('mails').execute()
})

async function open(task: Partial<NewTask> = {}): Promise<void> {
  const { db, now } = site.deps
  const full = { kind: 'refund_failed' as const, subject: 're_1', cause: 'Refund re_1 did not go through.', ...task }
  await db.transaction().execute((trx) => openTask(trx, full, now()))
}

async function openTasks() {
  return listOpenTasks(site.deps.db, 100)
}

async function close(id: string, outcome = 'paid by transfer'): Promise<void> {
  const { db, now } = site.deps
  await db.transaction().execute((trx) => closeTask(trx, operator('admin_1'), id, outcome, now()))
}

/** Runs the job once, and returns its logged errors and the queued emails. */
async function announce() {
  const log = { ...site.app.log, error: vi.fn() }
  await announceTasks(site.deps, log as never)
  const mails = await site.deps.db.selectFrom('mails').selectAll().execute()
  return { errors: log.error.mock.calls.length, mails }
}

test('a problem found twice opens one task, and another once that is closed', async () => {
  await Promise.all(Array.from({ length: 5 }, () => open()))
  const [first, ...others] = await openTasks()
  expect(others).toEqual([])
  await close(first?.id ?? '')
  expect(await openTasks()).toEqual([])
  await open()
  expect(await openTasks()).toHaveLength(1)
})

test('another kind of problem with the same subject opens another task', async () => {
  await open()
  await open({ kind: 'dispute_opened' })
  expect(await openTasks()).toHaveLength(2)
})

test('closing a closed task says who closed it and how', async () => {
  await open()
  const [task] = await openTasks()
  await close(task?.id ?? '')
  await expect(close(task?.id ?? '', 'again')).rejects.toThrow('Daniel Okafor has closed this task already: paid by transfer')
  await expect(close(randomUUID())).rejects.toThrow('Task not found')
})

test('a problem that has resolved itself closes only its own tasks', async () => {
  await open()
  await open({ subject: 're_2' })
  const { db, now } = site.deps
  await db.transaction().execute((trx) => settleTasks(trx, ['refund_failed'], 're_1', 'The refund has arrived.', now()))
  expect((await openTasks()).map((task) => task.subject)).toEqual(['re_2'])
})

test('open tasks are listed in pages, oldest first, even if opened at the same moment', async () => {
  const { db, now } = site.deps
  const at = now()
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < 7; n++) await openTask(trx, { kind: 'note', subject: `${n}`, cause: 'x' }, new Date(at.getTime() + (n % 2)))
  })
  const seen: string[] = []
  for (let page = await listOpenTasks(db, 3); page.length > 0; page = await listOpenTasks(db, 3, page.at(-1))) {
    seen.push(...page.map((task) => task.subject))
  }
  expect(seen.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6'])
  expect(seen.slice(0, 4).toSorted()).toEqual(['0', '2', '4', '6'])
})

test('a task is found by the start of its id, unless two start alike', async () => {
  await open()
  await open({ subject: 're_2' })
  const [task, other] = await openTasks()
  const ids = [task?.id ?? '', other?.id ?? '']
  expect((await findTask(site.deps.db, ids[0] ?? ''))?.id).toBe(ids[0])
  expect((await findTask(site.deps.db, (ids[0] ?? '').slice(0, 13)))?.id).toBe(ids[0])
  expect(await findTask(site.deps.db, '%')).toBeUndefined()
})

test('each new task is announced once: an error in the log, and one email for all of them', async () => {
  await open({ cause: 'First cause.' })
  await open({ subject: 're_2', cause: 'Second cause.' })
  const told = await announce()
  expect(told.errors).toBe(2)
  expect(told.mails).toMatchObject([{ template: 'tasks-opened', recipient: brand.email, data: { total: 2 } }])
  expect(await announce()).toMatchObject({ errors: 0, mails: [{}] })
  await open({ subject: 're_3' })
  expect(await announce()).toMatchObject({ errors: 1, mails: [{}, {}] })
})

test('tasks closed before the announcement aren’t announced', async () => {
  await open()
  const [task] = await openTasks()
  await close(task?.id ?? '')
  expect(await announce()).toMatchObject({ errors: 0, mails: [] })
  await open({ subject: 're_2' })
  expect(await announce()).toMatchObject({ errors: 1, mails: [{ data: { total: 1 } }] })
})

test('a thousand tasks of one outage are announced in one email that names fifty, even by two concurrent processes', async () => {
  const { db, now } = site.deps
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < 60; n++) await openTask(trx, { kind: 'blind_close', subject: `${n}`, cause: `Attempt ${n}.` }, now())
  })
  const [one, two] = await Promise.all([announce(), announce()])
  expect(one.errors + two.errors).toBe(51)
  const mails = await db.selectFrom('mails').selectAll().execute()
  expect(mails).toHaveLength(1)
  const told = mails[0]?.data as unknown as { tasks: unknown[]; total: number }
  expect({ total: told.total, named: told.tasks.length }).toEqual({ total: 60, named: 50 })
})
