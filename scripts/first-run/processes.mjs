// Identifies processes by id and start time, because ids are reused, often so in containers.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'

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
