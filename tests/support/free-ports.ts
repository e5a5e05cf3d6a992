import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Returns ports of this machine that nothing listens on, each another. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(async (server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')))
  return ports
}

export async function freePort(): Promise<number> {
  return (await freePorts(1))[0] ?? 0
}
