import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { poll } from '../support/poll.ts'
import type { Balancer } from './balancer.ts'

function configuration(port: number, sites: readonly number[], socket: string): string {
  return `
global
  stats socket ${socket} mode 600 level admin
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout queue 30s
  timeout check 5s
  retries 3
  option redispatch 1
  option forwardfor
frontend visitors
  bind 127.0.0.1:${port}
  default_backend sites
backend sites
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 200ms fall 1 rise 1
${sites.map((sitePort, site) => `  server site${site} 127.0.0.1:${sitePort}`).join('\n')}
`
}

export async function startHaproxy(program: string, port: number, sites: readonly number[]): Promise<Balancer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'haproxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  const socket = path.join(folder, 'socket')
  await writeFile(file, configuration(port, sites, socket))
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  process.once('exit', () => child.kill())
  const ended = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))

  const ask = async (command: string) => {
    const connection = connect(socket)
    connection.end(`${command}\n`)
    return text(connection)
  }
  /** Returns a row of its statistics by column. */
  const row = async (proxy: string, server: string) => {
    const [head = '', ...lines] = (await ask('show stat')).trim().replace(/^# /, '').split('\n')
    const line = lines.find((each) => each.startsWith(`${proxy},${server},`)) ?? ''
    const values = line.split(',')
    return Object.fromEntries(head.split(',').map((name, index) => [name, values[index] ?? '']))
  }
  const isUp = async (site: number) => /^UP\b/.test((await row('sites', `site${site}`))['status'] ?? '')

  await poll('HAProxy', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${said}`)
    return (await ask('show info').catch(() => '')) !== ''
  })
  return {
    name: 'HAProxy',
    port,
    isUp,
    async drain(site) {
      await ask(`set server sites/site${site} state drain`)
      await poll('the end of what is under way', async () => (await row('sites', `site${site}`))['scur'] === '0')
    },
    async admit(site) {
      await ask(`set server sites/site${site} state ready`)
      await poll('HAProxy to see it', async () => isUp(site))
    },
    failures: async () => Number((await row('visitors', 'FRONTEND'))['hrsp_5xx']),
    async close() {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
