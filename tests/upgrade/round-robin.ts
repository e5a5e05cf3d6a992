import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { poll } from '../support/poll.ts'
import type { Balancer } from './balancer.ts'

const CHECK_MS = 200

interface Site {
  port: number
  isReady: boolean
  isDrained: boolean
  underWay: number
}

/** Stands in for HAProxy in the upgrade test. */
export async function startRoundRobin(port: number, ports: readonly number[]): Promise<Balancer> {
  const sites = ports.map((each): Site => ({ port: each, isReady: false, isDrained: false, underWay: 0 }))
  const siteAt = (index: number) => sites[index] ?? { port: 0, isReady: false, isDrained: true, underWay: 0 }
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  let failures = 0

  async function pass(visitor: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = Buffer.concat(await visitor.toArray())
    for (let tries = 0; tries < sites.length; tries++) {
      const open = sites.filter(({ isReady, isDrained }) => isReady && !isDrained)
      const site = open[(turn += 1) % open.length]
      if (!site) break
      if (await passTo(site, visitor, body, answer)) return
      site.isReady = false
    }
    failures += 1
    answer.writeHead(503).end()
  }

  /** Returns whether the site could be reached. */
  async function passTo(site: Site, visitor: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<boolean> {
    const { method, url: target, socket } = visitor
    const headers = { ...visitor.headers, connection: 'keep-alive', 'x-forwarded-for': socket.remoteAddress ?? '' }
    site.underWay += 1
    try {
      const call = request({ host: '127.0.0.1', port: site.port, method, path: target, headers, agent })
      call.end(body)
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      const { statusCode = 502, rawHeaders } = response
      if (statusCode >= 500) failures += 1
      const kept = rawHeaders.flatMap((name, index) => (index % 2 === 0 && !/^(connection|keep-alive)$/i.test(name) ? [index] : []))
      answer.writeHead(
        statusCode,
        kept.flatMap((index) => [rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']),
      )
      response.pipe(answer)
      await once(response, 'close')
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false
      failures += 1
      answer.destroy()
      return true
    } finally {
      site.underWay -= 1
    }
  }

  async function check(site: Site): Promise<void> {
    const isReady = fetch(`http://127.0.0.1:${site.port}/readyz`).then(({ ok }) => ok)
    site.isReady = await isReady.catch(() => false)
  }

  const server = createServer((visitor, answer) => void pass(visitor, answer))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const checking = setInterval(() => sites.forEach((site) => void check(site)), CHECK_MS)
  return {
    name: 'a proxy of our own, because there is no HAProxy here (apt-get install haproxy)',
    port,
    isUp: async (index) => siteAt(index).isReady,
    async drain(index) {
      siteAt(index).isDrained = true
      await poll('the end of what is under way', async () => siteAt(index).underWay === 0)
    },
    async admit(index) {
      siteAt(index).isDrained = false
      await poll('the site to be ready', async () => siteAt(index).isReady)
    },
    failures: async () => failures,
    async close() {
      clearInterval(checking)
      agent.destroy()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
