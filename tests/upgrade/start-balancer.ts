import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Balancer } from './balancer.ts'
import { startHaproxy } from './haproxy.ts'
import { startRoundRobin } from './round-robin.ts'

/** Debian's HAProxy (`apt-get install haproxy`), or where there is none a small one of our own. */
export async function startBalancer(port: number, sites: readonly number[]): Promise<Balancer> {
  const program = findHaproxy()
  return program ? startHaproxy(program, port, sites) : startRoundRobin(port, sites)
}

function findHaproxy(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  return folders.map((folder) => path.join(folder, 'haproxy')).find((file) => existsSync(file))
}
