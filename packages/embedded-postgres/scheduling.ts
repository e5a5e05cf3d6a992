import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { childEnv } from './child-env.ts'

/** SCHED_OTHER of Linux, the default. */
const ORDINARY = '0'
/** SCHED_BATCH needs no privilege and is inherited by every server process. */
const BATCH = ['chrt', '-b', '0']

/**
 * Returns the command prefix that keeps the server from preempting other processes when it wakes: the application sends its statements
 * from one thread and would lose its processor with every other one. Empty where the system lacks it or this process already has a policy
 * of its own.
 */
export function givingWay(): string[] {
  if (policyOf('self') !== ORDINARY) return []
  const [command = '', ...args] = BATCH
  return spawnSync(command, [...args, 'true'], { env: childEnv(), stdio: 'ignore' }).status === 0 ? BATCH : []
}

/** Returns the number of a process's scheduling policy; undefined without `/proc`. */
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
