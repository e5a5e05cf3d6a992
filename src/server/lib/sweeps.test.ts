import { beforeAll, afterAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { inPieces, pagesOf, workAlone, workTogether, type Round } from './sweeps.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

const ROWS = Array.from({ length: 7 }, (_none, index) => ({ id: `row ${index}` }))

async function read(limit: number, after?: { id: string }) {
  const from = after ? ROWS.findIndex(({ id }) => id === after.id) + 1 : 0
  return ROWS.slice(from, from + limit)
}

async function sizesOf(pages: AsyncIterable<unknown[]>): Promise<number[]> {
  const sizes: number[] = []
  for await (const page of pages) sizes.push(page.length)
  return sizes
}

test('rows come in pages by key, each once; a full last page is followed by an empty one, which is not yielded', async () => {
  expect(await sizesOf(pagesOf(read, { pageSize: 3 }))).toEqual([3, 3, 1])
  const reads = vi.fn(read)
  expect(await sizesOf(pagesOf(reads, { pageSize: 7 }))).toEqual([7])
  expect(reads).toHaveBeenCalledTimes(2)
  expect(await sizesOf(pagesOf(async () => []))).toEqual([])
})

test('a run ends with the current page when its time is over or the process is being stopped', async () => {
  expect(await sizesOf(pagesOf(read, { pageSize: 3, limitMs: -1 }))).toEqual([3])
  expect(await sizesOf(pagesOf(read, { pageSize: 3, stopping: AbortSignal.abort() }))).toEqual([3])
})

test('a round resumes after the last finished page, repeats a page whose work failed, and begins again after its end', async () => {
  const round: Round<{ id: string }> = {}
  const once = { pageSize: 3, limitMs: -1, round }
  const run = async () => {
    for await (const [first] of pagesOf(read, once)) return first?.id
    return undefined
  }
  expect(await sizesOf(pagesOf(read, once))).toEqual([3])
  expect(round.last).toEqual(ROWS[2])
  const failing = async () => {
    for await (const page of pagesOf(read, once)) throw new Error(page[0]?.id)
  }
  await expect(failing()).rejects.toThrow(ROWS[3]?.id)
  expect(await run()).toBe(ROWS[3]?.id)
  expect(await sizesOf(pagesOf(read, once))).toEqual([3])
  expect(await sizesOf(pagesOf(read, once))).toEqual([1])
  expect(await run()).toBe(ROWS[0]?.id)
})

async function note(trx: TestApp['deps']['db'], { id }: { id: string }): Promise<string> {
  await trx.insertInto('rate_limits').values({ key: id, points: 1 }).execute()
  if (id === 'row 2') throw new Error('of no use')
  return id
}

async function noted(): Promise<string[]> {
  const rows = await site.deps.db.deleteFrom('rate_limits').where('key', 'like', 'row %').returning('key').execute()
  return rows.map(({ key }) => key).toSorted()
}

const OTHERS = ROWS.map(({ id }) => id).filter((id) => id !== 'row 2')

test('a row that fails does not hold up the rest of its page: it alone is rolled back and logged', async () => {
  const log = { ...site.deps.log, error: vi.fn() } as TestApp['deps']['log']
  const together = await workTogether({ ...site.deps, log }, 'to note', ROWS, async (trx, rows) => {
    for (const row of rows) await note(trx, row)
    return rows.length
  })
  expect(together).toEqual([1, 1, 1, 1, 1, 1])
  expect(await noted()).toEqual(OTHERS)
  expect(await workAlone({ ...site.deps, log }, 'to note', ROWS, note)).toEqual(OTHERS)
  expect(await noted()).toEqual(OTHERS)
  expect(log.error).toHaveBeenCalledTimes(2)
  expect(log.error).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'row 2' }), 'left for the next run: to note')
})

test('a page without trouble is one transaction, and no rows are none', async () => {
  const work = vi.fn(async (_trx: unknown, rows: readonly unknown[]) => rows.length)
  expect(await workTogether(site.deps, 'to count', ROWS, work)).toEqual([7])
  expect(await workTogether(site.deps, 'to count', [], work)).toEqual([])
  expect(work).toHaveBeenCalledTimes(1)
})

test('without the database the other rows would fail too, so the run fails and is retried', async () => {
  const away = Object.assign(new Error('gone'), { code: '57P01' })
  const work = vi.fn(async () => Promise.reject(away))
  await expect(workTogether(site.deps, 'to note', ROWS, work)).rejects.toBe(away)
  expect(work, 'the page, and its first row').toHaveBeenCalledTimes(2)
})

test('a deleting statement is repeated until it finds fewer rows than its limit, or its time is over', async () => {
  let left = 2500
  const remove = vi.fn(async (most: number) => {
    const taken = Math.min(most, left)
    left -= taken
    return taken
  })
  await inPieces(remove)
  expect([left, remove.mock.calls]).toEqual([0, [[1000], [1000], [1000]]])
  left = 2500
  await inPieces(remove, { limitMs: -1 })
  expect(left).toBe(1500)
})
