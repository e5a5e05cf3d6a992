import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { childEnv } from './child-env.ts'

/** SCHED_OTHER of Linux: nobody has chosen anything. */
const ORDINARY = '0'
/** SCHED_BATCH: needs no privilege, and every process of the server inherits it. */
const BATCH = ['chrt', '-b', '0']

/**
 * Returns what to put before a program's name so that, when woken, it waits its turn instead of taking the processor from whoever
 * runs; nothing where the system has no such thing, or where this process was given a policy of its own. The application sends
 * its statements from one thread, and each wakes a process of the server: it would lose its processor with every other statement.
 */
export function givingWay(): string[] {
  if (policyOf('self') !== ORDINARY) return []
  const [command = '', ...args] = BATCH
  return spawnSync(command, [...args, 'true'], { env: childEnv(), stdio: 'ignore' }).status === 0 ? BATCH : []
}

/** Returns the number of a process's scheduling policy, or nothing where there is no `/proc`. */
export function policyOf(pid: number | 'self'): string | undefined {
  try {
    // The second field is the program's name in parentheses, which may hold anything; the policy is the 41st.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[38]
  } catch {
    return undefined
  }
}
