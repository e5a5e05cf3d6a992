import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generateIdentity } from 'age-encryption'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { openClient } from '#server/lib/db.ts'
import { commandLineOf } from '../../../../tests/support/command-line.ts'
import { emptyDatabase, restoreInto, scratchFolder } from '../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { listTables } from './tables.ts'

const KEY = await generateIdentity()
const ROUNDS = 100

const site = await createTestApp()
afterAll(async () => site.close())
beforeEach(() => commandLineOf(site))

const bundles: Record<'plain' | 'sealed', Buffer[]> = { plain: [], sealed: [] }

async function make(folder: string, name: string, key: string): Promise<Buffer> {
  vi.stubEnv('BACKUP_KEY', key)
  await backup.run(['--to', path.join(folder, name)], () => undefined)
  return readFile(path.join(folder, name))
}

/** A small generator, so that a failure can be repeated by its seed. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

/** Cuts, flips, swaps or lengthens. */
function broken(whole: Buffer, other: Buffer, next: (below: number) => number): Buffer {
  const at = 64 + next(Math.min(whole.length, other.length) - 128)
  switch (next(5)) {
    case 0:
      return whole.subarray(0, at)
    case 1: {
      const flipped = Buffer.from(whole)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << next(8))
      return flipped
    }
    case 2:
      return Buffer.concat([whole.subarray(0, at), other.subarray(at)])
    case 3:
      return Buffer.concat([whole.subarray(0, at), Buffer.alloc(32, next(256)), whole.subarray(at)])
    default:
      return whole.subarray(at)
  }
}

test('a hundred bundles that are cut, flipped or mixed up are refused, and nothing has changed', { timeout: 300_000 }, async () => {
  const folder = await scratchFolder()
  for (const name of ['1.backup', '2.backup']) {
    bundles.plain.push(await make(folder, name, ''))
    bundles.sealed.push(await make(folder, name, KEY))
  }
  const seed = randomInt(2 ** 31)
  const next = generator(seed)
  const [to, target] = [await scratchFolder(), await emptyDatabase()]
  const file = path.join(to, 'broken.backup')
  for (let round = 0; round < ROUNDS; round += 1) {
    const kind = next(2) === 0 ? 'plain' : 'sealed'
    const [one = Buffer.of(), other = Buffer.of()] = bundles[kind]
    await writeFile(file, broken(one, other, next))
    vi.stubEnv('BACKUP_KEY', kind === 'plain' ? '' : KEY)
    const refused = restoreInto(target, to, '--from', file)
    await expect(refused, `seed ${seed}, round ${round}`).rejects.toThrow(/^Nothing was changed\. broken\.backup: [^\n]+\.$/)
  }
  const client = await openClient(target, 'test')
  expect(await listTables(client)).toEqual([])
  await client.end()
})
