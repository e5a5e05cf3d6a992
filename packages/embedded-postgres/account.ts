import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
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
