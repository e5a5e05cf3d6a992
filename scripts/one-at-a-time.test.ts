import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.mjs'

async function temporaryLock(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'lock')
}

test('those who come at once go in one after another, and leave nothing behind', async () => {
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
  expect(await readdir(path.dirname(lock))).toEqual([])
})

test('a failure gives the lock back', async () => {
  const lock = await temporaryLock()
  await expect(oneAtATime(lock, () => Promise.reject(new Error('full disk')))).rejects.toThrow('full disk')
  expect(await oneAtATime(lock, () => Promise.resolve('in'))).toBe('in')
})

test('a dead holder is passed by at once, and so is one whose number another process has now', async () => {
  const lock = await temporaryLock()
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  await writeFile(lock, JSON.stringify({ host: hostname(), processes: [{ pid: child.pid, started: '1' }] }))
  expect(await oneAtATime(lock, () => Promise.resolve('in'))).toBe('in')

  if (process.platform !== 'linux') return
  await writeFile(lock, JSON.stringify({ host: hostname(), processes: [{ pid: process.pid, started: '1' }] }))
  expect(await oneAtATime(lock, () => Promise.resolve('in'))).toBe('in')
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
