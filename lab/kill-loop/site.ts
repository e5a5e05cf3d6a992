import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { poll } from '../../tests/support/poll.ts'
import type { SandboxControl } from '../../tests/support/sandbox-control.ts'
import { startServer, type ServerProcess } from '../../tests/support/server-process.ts'
import type { Blow, Spell } from './weather.ts'

/** The crowd is larger than a usual one, and comes from one address. */
const LIMITS = Object.fromEntries(
  [
    'SIGN_IN_TRIES_PER_ACCOUNT',
    'SIGN_IN_TRIES_PER_ADDRESS',
    'SIGN_UPS_PER_ADDRESS',
    'CHECKOUTS_PER_ACCOUNT',
    'OPEN_HOLDS_PER_ACCOUNT',
    'OPEN_HOLDS_UNCONFIRMED',
    'OPEN_HOLDS_UNCONFIRMED_PER_ADDRESS',
    'QUOTE_REQUESTS_PER_DAY',
    'REVIEWS_PER_DAY',
    'TRAVELLER_LISTS_PER_DAY',
  ].map((name) => [name, '1000000']),
)
/** Beyond the 35 minutes of a hold and the 15 for which it waits for the provider. */
const LONG_OUTAGE_MINUTES = 55
/** More than there can be calls. */
const ALWAYS = 1_000_000_000

/** The site with its database and card provider on one data directory, to be killed, restarted and moved ahead in time. */
export class Site {
  readonly dataDir: string
  readonly kills: Record<Blow, number> = { server: 0, sandbox: 0, database: 0, 'long-outage': 0 }
  /** How far its clock and the provider's are ahead of this machine's. */
  aheadMinutes = 0
  /** The last output for each unexpected or failed exit. */
  readonly collapses: string[] = []
  #server: ServerProcess | undefined

  constructor(dataDir: string) {
    this.dataDir = dataDir
  }

  get server(): ServerProcess {
    if (!this.#server) throw new Error('The site has not been started.')
    return this.#server
  }

  get environment(): Record<string, string> {
    return { ...LIMITS, CLOCK_AHEAD_MINUTES: String(this.aheadMinutes) }
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.dataDir, this.environment)
  }

  async stop(): Promise<void> {
    const { code, signal } = await this.server.stop()
    if (code !== 0) this.collapses.push(`It was asked to stop: ${code ?? signal}`)
  }

  /** Sets how the provider behaves from now on. */
  async turn({ sky, fault }: Pick<Spell, 'sky' | 'fault'>): Promise<void> {
    await this.tell('faults/clear')
    await this.tell('webhooks', sky === 'deaf' ? { drop: true } : {})
    if (sky === 'unreachable') await this.tell('faults', { route: '*', kind: fault, count: ALWAYS })
  }

  /** Kills one of the programs, and returns once the site is up again. */
  async strike(blow: Blow): Promise<void> {
    this.kills[blow] += 1
    switch (blow) {
      case 'server':
        return this.#killServer()
      case 'sandbox':
        return this.#killSandbox()
      case 'database':
        return this.#killDatabase()
      case 'long-outage':
        return this.passTime(LONG_OUTAGE_MINUTES)
    }
  }

  /** Restarts the server with its clock ahead, then moves the provider's clock. */
  async passTime(minutes: number): Promise<void> {
    this.aheadMinutes += minutes
    await this.#killServer()
    await this.tell('clock', { advanceSeconds: minutes * 60 })
  }

  /** Calls the provider's control API as soon as it is up. */
  async tell(name: string, body: object = {}): Promise<void> {
    await this.#withCards(`the card sandbox to take ${name}`, async (cards) => {
      await cards.tell(name, body)
      return true
    })
  }

  async providerState(): Promise<unknown> {
    return this.#withCards('the state of the card sandbox', async (cards) => (await cards.state()) as unknown)
  }

  async #withCards<T>(what: string, work: (cards: SandboxControl) => Promise<T>): Promise<T> {
    return poll(what, async () => work(await this.server.cards()).catch(() => undefined))
  }

  async #killServer(): Promise<void> {
    if (!this.server.isRunning) this.collapses.push(this.server.stderr.slice(-2000))
    else await this.server.kill9()
    await this.start()
  }

  async #killSandbox(): Promise<void> {
    const { pid } = await this.server.sandbox()
    process.kill(pid, 'SIGKILL')
    await poll('another card sandbox', async () => (await this.server.sandbox()).pid !== pid)
  }

  async #killDatabase(): Promise<void> {
    const pidFile = path.join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid')
    const [pid = ''] = (await readFile(pidFile, 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await poll('the database to be back', async () => {
      const rows = await this.server.query('select 1').catch(() => [])
      return rows.length > 0
    })
  }
}
