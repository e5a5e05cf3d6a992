import { chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../tests/support/free-ports.ts'
import { poll } from '../../tests/support/poll.ts'
import { Node } from './node.ts'
import { databaseAccount, fillIn, PATHS, Program, type Account } from './programs.ts'

const NODES = 3
const LIMIT_MS = 180_000
/** Longer than two rounds of Patroni's `loop_wait`. */
const LASTING_MS = 5000

/** Three databases under Patroni with etcd, and HAProxy (and PgBouncer, if wished) before them and before three sites. */
export class Cluster {
  readonly nodes: Node[]
  readonly sitePorts: number[] = []
  /** Where the sites find the primary, and people the sites. */
  databaseUrl = ''
  origin = ''
  readonly #folder: string
  #account: Account | undefined
  #etcd: Program | undefined
  #proxy: Program | undefined
  #pooler: Program | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.nodes = Array.from({ length: NODES }, (_, index) => new Node(`node${index + 1}`, folder))
  }

  async start(withPooler: boolean): Promise<void> {
    this.#account = await databaseAccount()
    if (this.#account) await chown(this.#folder, this.#account.uid, this.#account.gid)
    const etcd = await this.#startEtcd()
    for (const node of this.nodes) await node.start(etcd, this.#account)
    await this.whole()
    const [databaseFront, siteFront, pooler] = [await freePort(), await freePort(), await freePort()]
    for (let site = 0; site < NODES; site++) this.sitePorts.push(await freePort())
    const ports = Object.fromEntries([
      ...this.nodes.flatMap(({ database, rest }, index) => [
        [`database${index + 1}`, database] as const,
        [`rest${index + 1}`, rest] as const,
      ]),
      ...this.sitePorts.map((port, index) => [`site${index + 1}`, port] as const),
    ]) as Record<string, number>
    const file = await fillIn('haproxy.cfg', this.#file('haproxy.cfg'), { ...ports, folder: this.#folder, databaseFront, siteFront })
    this.#proxy = new Program(PATHS.haproxy, ['-W', '-db', '-f', file], this.#file('haproxy.log'), this.#account)
    await this.#createDatabase(databaseFront)
    if (withPooler) {
      const settings = await fillIn('pgbouncer.ini', this.#file('pgbouncer.ini'), { databaseFront, pooler })
      this.#pooler = new Program(PATHS.pgbouncer, [settings], this.#file('pgbouncer.log'), this.#account)
    }
    this.databaseUrl = `postgres://postgres@127.0.0.1:${withPooler ? pooler : databaseFront}/meridian`
    this.origin = `http://127.0.0.1:${siteFront}`
  }

  /** Waits until one leads and both others follow, one of them synchronously, and that lasts. Returns the leader. */
  async whole(): Promise<Node> {
    return poll(
      'the three nodes to be whole',
      async () => {
        const leader = await this.#wholeUnder()
        if (!leader) return false
        await delay(LASTING_MS)
        return (await this.#wholeUnder()) === leader && leader
      },
      LIMIT_MS,
    )
  }

  reloadProxy(): void {
    this.#proxy?.signal('SIGUSR2')
  }

  async stop(): Promise<void> {
    await this.#pooler?.stop()
    await this.#proxy?.stop()
    await Promise.all(this.nodes.map(async (node) => node.stop()))
    await this.#etcd?.stop()
  }

  /** Nothing until all agree: one that was away believes in itself for a while. */
  async #wholeUnder(): Promise<Node | undefined> {
    const views = await Promise.all(this.nodes.map(async (node) => node.roles()))
    const [name, ...others] = new Set(views.map(({ leader }) => leader))
    const leader = this.nodes.find((node) => node.name === name)
    if (!leader || others.length > 0 || views.some(({ next }) => !next)) return undefined
    const followers = await leader.followers()
    const isWhole = followers.length === NODES - 1 && followers.every(({ state }) => state === 'streaming')
    return isWhole ? leader : undefined
  }

  async #startEtcd(): Promise<number> {
    const [port, peers] = [await freePort(), await freePort()]
    const folder = this.#file('etcd')
    await mkdir(folder, { mode: 0o700 })
    if (this.#account) await chown(folder, this.#account.uid, this.#account.gid)
    const urls = (name: string, at: number) => `--${name}=http://127.0.0.1:${at}`
    const args = [
      '--enable-v2',
      '--name=one',
      `--data-dir=${folder}`,
      '--logger=zap',
      '--log-level=warn',
      urls('listen-client-urls', port),
      urls('advertise-client-urls', port),
      urls('listen-peer-urls', peers),
      urls('initial-advertise-peer-urls', peers),
      `--initial-cluster=one=http://127.0.0.1:${peers}`,
    ]
    this.#etcd = new Program(PATHS.etcd, args, this.#file('etcd.log'), this.#account)
    await poll('etcd', async () => (await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined))?.ok)
    return port
  }

  async #createDatabase(port: number): Promise<void> {
    await poll('the proxy to lead to the primary', async () => {
      const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`)
      client.on('error', () => undefined)
      try {
        await client.connect()
        await client.query('create database meridian')
        return true
      } catch {
        return false
      } finally {
        await client.end().catch(() => undefined)
      }
    })
  }

  #file(name: string): string {
    return path.join(this.#folder, name)
  }
}
