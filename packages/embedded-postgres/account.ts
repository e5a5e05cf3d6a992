import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { childEnv } from './child-env.ts'
import { EmbeddedPostgresError, useOwnServer } from './errors.ts'

/** `name` is only for messages. */
export interface Account {
  name: string
  uid: number
  gid: number
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Returns our own account or, as root (which PostgreSQL refuses), the owner of an existing cluster, else `postgres`, else `nobody`.
 * Creates no account. Throws EmbeddedPostgresError.
 */
export function chooseAccount(clusterDir: string): Account {
  if (!isRoot()) return ownAccount()
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { name: nameOf(owner.uid), uid: owner.uid, gid: owner.gid }
  const account = findAccount('postgres') ?? findAccount('nobody')
  if (account) return account
  throw new EmbeddedPostgresError(
    `PostgreSQL can’t run as root, and there’s no "postgres" or "nobody" account. Run as an ordinary user, or ${useOwnServer}.`,
  )
}

/** Throws EmbeddedPostgresError when our user id has no name (a container started with `--user 12345`), because initdb would fail. */
export function requirePasswdEntry(): void {
  try {
    userInfo()
  } catch {
    throw new EmbeddedPostgresError(
      `User ID ${process.getuid?.() ?? ''} has no entry in /etc/passwd, which PostgreSQL needs to create a database. Add one, run as another user, or ${useOwnServer}.`,
    )
  }
}

/** Returns whether the account can enter and write to the folder. Asks the kernel, so that access lists and mounts count. */
export function canWrite(account: Account, folder: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], {
    uid: account.uid,
    gid: account.gid,
    stdio: 'ignore',
  })
  if (!probe.error) return probe.status === 0
  throw new EmbeddedPostgresError(
    `root can’t switch to the "${account.name}" account here (${probe.error.message}). Run as an ordinary user, or ${useOwnServer}.`,
  )
}

export function nameOf(uid: number): string {
  return ask('id', ['-un', String(uid)]) ?? String(uid)
}

function ownAccount(): Account {
  const uid = process.getuid?.() ?? 0
  return { name: nameOf(uid), uid, gid: process.getgid?.() ?? 0 }
}

function findAccount(name: string): Account | undefined {
  const uid = Number(ask('id', ['-u', name]) ?? Number.NaN)
  const gid = Number(ask('id', ['-g', name]) ?? Number.NaN)
  return uid > 0 && gid > 0 ? { name, uid, gid } : undefined
}

function ask(command: string, args: string[]): string | undefined {
  const answer = spawnSync(command, args, { encoding: 'utf8' })
  return answer.status === 0 ? answer.stdout.trim() : undefined
}

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
