import { chown, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { openCutOffPort, type CutOffPort } from '../../tests/support/cut-off-port.ts'
import { freePort } from '../../tests/support/free-ports.ts'
import { endWithUs, fillIn, PATHS, Program, type Account } from './programs.ts'

interface Follower {
  state: string
}

/** A database with its Patroni: what would be a machine of its own, behind cables that can be cut. */
export class Node {
  readonly name: string
  /** Ports by which the others reach it. */
  database = 0
  rest = 0
  readonly #folder: string
  #ports: CutOffPort[] = []
  #program: Program | undefined
  /** The pids that `freeze` has stopped. */
  #frozen: number[] = []

  constructor(name: string, folder: string) {
    this.name = name
    this.#folder = path.join(folder, name)
  }

  async start(etcd: number, account: Account | undefined): Promise<void> {
    await mkdir(this.#folder, { mode: 0o700 })
    if (account) await chown(this.#folder, account.uid, account.gid)
    const [databaseListen, restListen] = [await freePort(), await freePort()]
    this.#ports = await Promise.all(
      [databaseListen, restListen, etcd].map(async (port) => openCutOffPort({ host: '127.0.0.1', port, noDelay: true })),
    )
    const [database = 0, rest = 0, toEtcd = 0] = this.#ports.map(({ port }) => port)
    this.database = database
    this.rest = rest
    const settings = await fillIn('patroni.yml', `${this.#folder}.yml`, {
      name: this.name,
      folder: this.#folder,
      databaseListen,
      restListen,
      database,
      rest,
      etcd: toEtcd,
    })
    endWithUs(this.#pidFile)
    // What is frozen does not notice that it should end.
    process.once('exit', () => this.thaw())
    this.#program = new Program(PATHS.patroni, [settings], `${this.#folder}.log`, account)
  }

  /** Returns who leads and who may take over, as this node reads it in etcd. */
  async roles(): Promise<{ leader?: string | undefined; next?: string | undefined }> {
    const { members = [] } = await this.#ask<{ members?: { name: string; role: string }[] }>('cluster')
    const nameOf = (wanted: string) => members.find(({ role }) => role === wanted)?.name
    return { leader: nameOf('leader'), next: nameOf('sync_standby') }
  }

  /** Returns who is connected to this node to follow it. */
  async followers(): Promise<Follower[]> {
    const { replication = [] } = await this.#ask<{ replication?: Follower[] }>('patroni')
    return replication
  }

  async kill(): Promise<void> {
    process.kill(await this.#postmaster(), 'SIGKILL')
  }

  /** Stops all of its programs where they are, as a machine that hangs. */
  async freeze(): Promise<void> {
    const postmaster = await this.#postmaster()
    // The parent first, so that it starts no more.
    const parents = [this.#program?.pid ?? 0, postmaster]
    for (const pid of parents) process.kill(pid, 'SIGSTOP')
    const children = (await Promise.all(parents.map(childrenOf))).flat().filter((pid) => !parents.includes(pid))
    for (const pid of children) trySignal(pid, 'SIGSTOP')
    this.#frozen = [...children, ...parents]
  }

  thaw(): void {
    for (const pid of this.#frozen) trySignal(pid, 'SIGCONT')
    this.#frozen = []
  }

  /** From clients, from the other nodes and from etcd. */
  cutOff(): void {
    for (const port of this.#ports) port.silence()
  }

  mend(): void {
    for (const port of this.#ports) port.mend()
  }

  async stop(): Promise<void> {
    this.thaw()
    this.mend()
    await this.#program?.stop()
    await Promise.all(this.#ports.map(async (port) => port.close()))
  }

  /** Returns nothing of what it asks for while this node does not respond. */
  async #ask<Answer extends object>(name: string): Promise<Partial<Answer>> {
    const response = await fetch(`http://127.0.0.1:${this.rest}/${name}`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    return ((await response?.json().catch(() => undefined)) ?? {}) as Partial<Answer>
  }

  get #pidFile(): string {
    return path.join(this.#folder, 'cluster', 'postmaster.pid')
  }

  async #postmaster(): Promise<number> {
    return Number((await readFile(this.#pidFile, 'utf8')).split('\n')[0])
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

function trySignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}
