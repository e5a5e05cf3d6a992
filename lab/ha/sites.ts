import { Site } from '../kill-loop/site.ts'
import { ServerProcess } from '../../tests/support/server-process.ts'
import type { Cluster } from './cluster.ts'

/** Three processes of the site on one database, which people reach by one address. */
export class Sites extends Site {
  readonly #cluster: Cluster
  readonly #isPooled: boolean
  #servers: ServerProcess[] = []

  constructor(dataDir: string, cluster: Cluster, isPooled: boolean) {
    super(dataDir)
    this.#cluster = cluster
    this.#isPooled = isPooled
  }

  override get server(): ServerProcess {
    const [server] = this.#servers
    if (!server) throw new Error('The sites have not been started.')
    return server
  }

  override get environment(): Record<string, string> {
    return {
      ...super.environment,
      DATABASE_URL: this.#cluster.databaseUrl,
      DATABASE_POOL: '6',
      DEMO: '1',
      PUBLIC_URL: this.#cluster.origin,
      ...(this.#isPooled && { DATABASE_PREPARE: '0' }),
    }
  }

  /** One after the other, as one rolls out an upgrade. */
  override async start(): Promise<void> {
    for (const port of this.#cluster.sitePorts) {
      const server = new ServerProcess(this.dataDir, { ...this.environment, PORT: String(port) })
      this.#servers.push(server)
      await server.ready()
    }
  }

  override async stop(): Promise<void> {
    for (const server of this.#servers.splice(0)) {
      if (!server.isRunning) this.collapses.push(server.stderr.slice(-2000))
      const { code, signal } = await server.stop()
      if (code !== 0) this.collapses.push(`It was asked to stop: ${code ?? signal}`)
    }
  }

  override async passTime(minutes: number): Promise<void> {
    await this.stop()
    this.aheadMinutes += minutes
    await this.start()
    await this.tell('clock', { advanceSeconds: minutes * 60 })
  }
}
