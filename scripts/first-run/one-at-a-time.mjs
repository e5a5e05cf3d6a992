// Lets processes in one at a time, on one machine: a process id means nothing on another machine that shares the folder.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, startOf } from './processes.mjs'

const LOOK_AGAIN_MS = 200
let entries = 0

/**
 * Runs `work` while no other process has a live entry in `folder`. An entry is an empty file named after a process: it
 * appears at once or not at all, nobody removes that of a live process, and that of a dead one needs no taking over.
 * `work` gets `alsoHeldBy(pid)`: a child that outlives us (we were killed, npm goes on) then still keeps others out.
 * `onWait(pid)` is called once when there is a process to wait for.
 */
export async function oneAtATime(folder, work, onWait = () => {}) {
  const held = []
  const hold = (pid) => held.push(addEntry(folder, pid))
  const release = () => held.splice(0).forEach((entry) => rmSync(entry, { force: true }))
  for (let tries = 1; ; tries++) {
    hold(process.pid)
    const other = livingEntries(folder).find((entry) => !held.includes(entry.file))
    if (!other) break
    // Two that come at the same moment see each other and both step back: by chance, one is first the next time.
    release()
    if (tries === 2) onWait(other.pid)
    await sleep(LOOK_AGAIN_MS * (0.5 + Math.random()))
  }
  try {
    return await work(hold)
  } finally {
    release()
  }
}

function addEntry(folder, pid) {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${Date.now()}.${(entries += 1)}.${pid}.${startOf(pid)}`)
  writeFileSync(file, '')
  return file
}

/** Returns the live entries, oldest first; those of dead processes are removed on the way. */
function livingEntries(folder) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const [, , pid, started] = name.split('.')
      const file = path.join(folder, name)
      if (isAlive(Number(pid), started)) return [{ file, pid: Number(pid) }]
      rmSync(file, { force: true })
      return []
    })
}
