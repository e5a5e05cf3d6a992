import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/server/config/root.ts'

export const PATHS = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
} as const

/** Debian's account for databases: none of these programs needs to be root, and PostgreSQL refuses to be. */
export interface Account {
  uid: number
  gid: number
}

/** Undefined where the caller is not root, and therefore may run everything as itself. */
export async function databaseAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((each) => each.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new Error('There is no account named postgres.')
  return { uid: Number(uid), gid: Number(gid) }
}

const running = new Set<Program>()

/** A program with its log in a file, which ends with this process. */
export class Program {
  readonly #child: ChildProcess
  readonly exited: Promise<unknown>

  constructor(command: string, args: string[], log: string, account: Account | undefined) {
    const file = openSync(log, 'a')
    this.#child = spawn(command, args, { cwd: '/', stdio: ['ignore', file, file], ...account })
    closeSync(file)
    this.exited = new Promise((resolve) => this.#child.once('close', resolve))
    running.add(this)
    void this.exited.then(() => running.delete(this))
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  async stop(): Promise<void> {
    this.signal('SIGTERM')
    await this.exited
  }
}

// Patroni leaves its database running when it is killed.
const postmasters = new Set<string>()

export function endWithUs(pidFile: string): void {
  postmasters.add(pidFile)
}

process.on('exit', () => {
  for (const program of running) program.signal('SIGKILL')
  for (const file of postmasters) endQuietly(file)
})

function endQuietly(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Writes a template of `ops/ha` with its placeholders filled in. */
export async function fillIn(template: string, target: string, values: Record<string, string | number>): Promise<string> {
  const text = await readFile(path.join(projectRoot, 'ops/ha', template), 'utf8')
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${template}: nothing to put for ${name}`)
    return String(value)
  })
  await writeFile(target, filled)
  return target
}
