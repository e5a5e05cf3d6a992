import { existsSync } from 'node:fs'
import path from 'node:path'
import { startHaproxy } from './haproxy.ts'
import { startRoundRobin } from './round-robin.ts'

/** Spreads requests over the sites at fixed ports, leaves out which /readyz says is not ready, and tries another where none can be reached. */
export interface Balancer {
  name: string
  port: number
  /** Gives a site nothing new, and returns once nothing is under way there. */
  drain(site: number): Promise<void>
  /** Takes a site in again, and returns once it gets requests. */
  admit(site: number): Promise<void>
  isUp(site: number): Promise<boolean>
  /** Counts the answers of 500 and above that visitors got. */
  failures(): Promise<number>
  close(): Promise<void>
}

/** Debian's HAProxy (`apt-get install haproxy`), or where there is none a small one of our own. */
export async function startBalancer(port: number, sites: readonly number[], program = findHaproxy()): Promise<Balancer> {
  return program ? startHaproxy(program, port, sites) : startRoundRobin(port, sites)
}

export function findHaproxy(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  return folders.map((folder) => path.join(folder, 'haproxy')).find((file) => existsSync(file))
}
