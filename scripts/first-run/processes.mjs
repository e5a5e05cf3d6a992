// Tells which process an id means, since the id may be given to another one later (in a container it often is).
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'

/** Returns whether this process is still running; `started` is what `startOf` returned for it. */
export function isAlive(pid, started) {
  const now = startOf(pid)
  return now !== '' && now === started
}

/** Returns when a process started, as a text without dots; empty when there is none with that id, or only a zombie. */
export function startOf(pid) {
  return existsSync('/proc/self/stat') ? startByProc(pid) : startByPs(pid)
}

/** Returns it in ticks since the machine started: fields 3 (state) and 22 (start) of proc_pid_stat(5). */
function startByProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? '' : fields[19]
  } catch {
    return ''
  }
}

/** Returns it on macOS, as date and time in a fixed language and time zone, whatever the terminal's are. */
function startByPs(pid) {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env })
  return (stdout ?? '').replace(/\W/g, '')
}
