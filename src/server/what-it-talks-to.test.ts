import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSandboxCards } from '#server/features/payments/provider/stripe.ts'
import { beat } from '#server/lib/health.ts'
import { openS3Storage } from '#server/lib/s3-storage.ts'

/** Everything that can open a connection to another machine: Node's own functions and our libraries for it. */
const OPENS =
  /\bfetch\(|\bnew (?:WebSocket|EventSource)\b|\b(?:https?|net|tls|http2)\.(?:request|get|connect|createConnection)\(|\bimport \{[^}]*\b(?:request|get|connect|createConnection)\b[^}]*\} from 'node:(?:https?|net|tls|http2)'|'(?:undici|node:dgram|node:http2)'|\bnew (?:Stripe|S3Client|PgBoss)\(|\bnew pg\.(?:Client|Pool)\(|\bnew PreparingClient\(|nodemailer\.createTransport\(|'@fastify\/(?:http-proxy|reply-from)'/

test('only these files of the server open connections (ASVS 1.3.6)', () => {
  const files = globSync('src/server/**/*.ts').filter((name) => !name.includes('.test.'))
  expect(files.length).toBeGreaterThan(350)
  expect(files.filter((name) => OPENS.test(readFileSync(name, 'utf8'))).toSorted()).toEqual([
    // PostgreSQL: notifications of catalogue changes, everything else, and the queue.
    // The public address, for `npm run doctor`.
    'src/server/cli/doctor/address.ts',
    'src/server/cli/doctor/proxy.ts',
    // Whether the database responds, for metrics, beside a pool that may be taken.
    'src/server/features/desk/business-metrics.ts',
    'src/server/features/payments/provider/stripe.ts',
    'src/server/features/tours/catalogue-changes.ts',
    // The card sandbox on loopback: its pages, and the demo's invented payments.
    'src/server/lib/card-sandbox-process.ts',
    'src/server/lib/change-listener.ts',
    'src/server/lib/db.ts',
    // HEARTBEAT_URL.
    'src/server/lib/health.ts',
    'src/server/lib/mailer.ts',
    'src/server/lib/queue.ts',
    'src/server/lib/s3-storage.ts',
  ])
})

/** Starts a server that redirects every request to itself. Returns its port and the paths requested. */
async function startRedirecting(): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/elsewhere`
    response.writeHead(302, { location }).end()
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked }
}

const CLIENTS: Record<string, (port: number) => Promise<unknown>> = {
  async 'the heartbeat'(port) {
    return beat(`http://127.0.0.1:${port}/beat`)
  },
  async 'the client of the card provider'(port) {
    return createSandboxCards(() => port, 'whsec_x', { maxNetworkRetries: 0 }).getSession('cs_test_1')
  },
  async 'the client of the S3 storage'(port) {
    const endpoint = `http://127.0.0.1:${port}`
    const access = { accessKeyId: 'a', secretAccessKey: 'b' }
    const storage = await openS3Storage({ ...access, endpoint, bucket: 'photos', region: 'us-east-1', pathStyle: true, prefix: '' })
    return storage.open('photos/one.webp', 1).finally(() => storage.close())
  },
}

test.each(Object.keys(CLIENTS))('%s follows no redirect (ASVS 15.3.2)', async (name) => {
  const { port, asked } = await startRedirecting()
  await expect(CLIENTS[name]?.(port)).rejects.toThrow()
  expect(asked.length).toBeGreaterThan(0)
  expect(asked).not.toContain('/elsewhere')
})
