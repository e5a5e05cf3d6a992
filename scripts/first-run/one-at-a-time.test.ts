import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.mjs'

async function temporaryLock(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'lock')
}

test('callers that come at once go in one after another, and leave nothing behind', async () => {
  const lock = await temporaryLock()
  let inside = 0
  const seen: number[] = []
  const work = async () => {
    seen.push((inside += 1))
    await readdir(path.dirname(lock))
    inside -= 1
  }
  await Promise.all(Array.from({ length: 5 }, () => oneAtATime(lock, work)))
  expect(seen).toEqual([1, 1, 1, 1, 1])
  expect(await readdir(lock)).toEqual([])
})

test('a failure gives the lock back', async () => {
  const lock = await temporaryLock()
  await expect(oneAtATime(lock, () => Promise.reject(new Error('full disk')))).rejects.toThrow('full disk')
  expect(await oneAtATime(lock, () => Promise.resolve('in'))).toBe('in')
})

/** Starts a separate process that enters `times` times, and records when it enters and leaves. */
function startVisitor(lock: string, times: number, stayMs: number) {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { oneAtATime } from ${JSON.stringify(path.join(import.meta.dirname, 'one-at-a-time.mjs'))}
    for (let n = 0; n < ${times}; n++) {
      await oneAtATime(${JSON.stringify(lock)}, async () => {
        appendFileSync(${JSON.stringify(`${lock}.log`)}, 'in ')
        console.log('in')
        await sleep(${stayMs})
        appendFileSync(${JSON.stringify(`${lock}.log`)}, 'out ')
      })
    }`
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
}

test('processes that come at once go in one after another too', async () => {
  const lock = await temporaryLock()
  const visitors = Array.from({ length: 4 }, () => startVisitor(lock, 3, 5))
  expect(await Promise.all(visitors.map((visitor) => once(visitor, 'exit')))).toEqual(visitors.map(() => [0, null]))
  expect(await readFile(`${lock}.log`, 'utf8')).toBe('in out '.repeat(12))
  expect(await readdir(lock)).toEqual([])
})

test('a killed holder is ignored at once, and so is one whose id now belongs to another process', async () => {
  const lock = await temporaryLock()
  const holder = startVisitor(lock, 1, 60_000)
  await once(holder.stdout, 'data')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(await readdir(lock)).toHaveLength(1)
  const waits: number[] = []
  expect(
    await oneAtATime(
      lock,
      () => Promise.resolve('in'),
      (pid) => waits.push(pid),
    ),
  ).toBe('in')

  await mkdir(lock, { recursive: true })
  await writeFile(path.join(lock, `1.1.${process.pid}.1`), '')
  expect(
    await oneAtATime(
      lock,
      () => Promise.resolve('in'),
      (pid) => waits.push(pid),
    ),
  ).toBe('in')
  expect(waits).toEqual([])
})

test('a child that outlives its dead parent keeps others out until it ends', async () => {
  const lock = await temporaryLock()
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  let hold: ((pid: number) => void) | undefined
  let release = () => {}
  const first = oneAtATime(lock, (alsoHeldBy) => {
    hold = alsoHeldBy
    return new Promise<void>((resolve) => (release = resolve))
  })
  hold?.(child.pid ?? 0)
  const waitedFor = Promise.withResolvers<number | undefined>()
  const second = oneAtATime(lock, () => Promise.resolve(child.exitCode), waitedFor.resolve)
  expect(await waitedFor.promise).toBe(process.pid)
  child.stdin.end()
  await once(child, 'exit')
  release()
  await first
  expect(await second).toBe(0)
})
