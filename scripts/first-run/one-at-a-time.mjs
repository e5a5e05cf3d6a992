import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

// Identifies processes by id and start time, because ids are reused, often so in containers.

/** Returns whether the process is still running. `started` comes from `startOf`. */
export function isAlive(pid, started) {
  const now = startOf(pid)
  return now !== '' && now === started
}

/** Returns when a process started, as text without dots, or '' for a missing process or a zombie. */
export function startOf(pid) {
  return existsSync('/proc/self/stat') ? startByProc(pid) : startByPs(pid)
}

/** In clock ticks since boot: fields 3 (state) and 22 (start) of proc_pid_stat(5). */
function startByProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? '' : fields[19]
  } catch {
    return ''
  }
}

/** For macOS: date and time in a fixed language and time zone, whatever the terminal's are. */
function startByPs(pid) {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env })
  return (stdout ?? '').replace(/\W/g, '')
}

// Admits one process at a time on one machine; process ids mean nothing on another machine that shares the folder.

const LOOK_AGAIN_MS = 200
let entries = 0

/**
 * Runs `work` while no other process has a live entry in `folder`. An entry is an empty file named after a process: it
 * is created atomically, only its process removes it while alive, and that of a dead process needs no takeover. `work`
 * receives `alsoHeldBy(pid)`, for a child that may outlive us and must still keep others out. `onWait(pid)` is called
 * once if there is a process to wait for.
 *
 * @template T
 * @param {string} folder
 * @param {(alsoHeldBy: (pid: number) => void) => Promise<T>} work
 * @param {(pid: number) => void} [onWait]
 * @returns {Promise<T>}
 */
export async function oneAtATime(folder, work, onWait = () => {}) {
  const held = []
  const hold = (pid) => held.push(addEntry(folder, pid))
  const release = () => held.splice(0).forEach((entry) => rmSync(entry, { force: true }))
  for (let tries = 1; ; tries++) {
    hold(process.pid)
    const other = livingEntries(folder).find((entry) => !held.includes(entry.file))
    if (!other) break
    // Two simultaneous callers both step back; the random pause lets one of them be first next time.
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

/** Returns live entries, oldest first, and removes those of dead processes. */
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
