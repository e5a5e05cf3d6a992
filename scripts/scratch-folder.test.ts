import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScratchFolder } from './scratch-folder.mjs'

let base: string
beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), 'scratch-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(base, { recursive: true })
})

test('a run keeps its files where TMPDIR says, in a folder of its own that the account of the database can enter', () => {
  vi.stubEnv('TMPDIR', base)
  const [first, second] = [createScratchFolder(), createScratchFolder()]
  expect([first, second].map((folder) => path.dirname(folder))).toEqual([base, base])
  expect(first).not.toBe(second)
  expect(statSync(first).mode & 0o777).toBe(0o755)
})

test('without TMPDIR they are in memory, unless there is none or too little of it', () => {
  vi.stubEnv('TMPDIR', undefined)
  expect(path.dirname(createScratchFolder({ memory: base, neededBytes: 1 }))).toBe(base)
  for (const room of [
    { memory: path.join(base, 'none'), neededBytes: 1 },
    { memory: base, neededBytes: Number.MAX_SAFE_INTEGER },
  ]) {
    const onDisk = createScratchFolder(room)
    expect(path.dirname(onDisk)).toBe(os.tmpdir())
    rmSync(onDisk, { recursive: true })
  }
})

test('what a killed run has left is removed a day later; a run under way and the files of others stay', () => {
  vi.stubEnv('TMPDIR', base)
  const [abandoned, running] = [createScratchFolder(), createScratchFolder()]
  const foreign = path.join(base, 'somebody-elses')
  mkdirSync(foreign)
  const longAgo = Date.now() / 1000 - 25 * 60 * 60
  for (const folder of [abandoned, foreign]) utimesSync(folder, longAgo, longAgo)
  createScratchFolder()
  expect([abandoned, running, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true])
})
