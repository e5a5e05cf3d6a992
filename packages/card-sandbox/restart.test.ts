import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createControl, createStripe, payNew, sessionParams, startReceiver, WEBHOOK_SECRET } from './test-support.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
let folder: string
let stateFile: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'card-sandbox-'))
  stateFile = join(folder, 'state.jsonl')
  receiver = await startReceiver()
})
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  await receiver.close()
  rmSync(folder, { recursive: true })
})

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** With `blocks` (of 512 bytes) a file can grow no further than that: writes then fail half-way, as on a full disk. */
function launch(args: string[], env: NodeJS.ProcessEnv = {}, blocks?: number) {
  const limited = ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath]
  const [program, first] = blocks === undefined ? [process.execPath, []] : ['/bin/sh', limited]
  const child = spawn(program, [...first, MAIN, ...args], {
    stdio: 'pipe',
    env: { ...process.env, NODE_ENV: 'test', CARD_SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET, ...env },
  })
  children.push(child)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return { child, exit: once(child, 'exit').then(([code]) => ({ code: code as number | null, errors })) }
}

/** Resolves once the program says that it is listening. */
async function start(...more: string[]) {
  const { child, exit } = launch(['--port', '0', '--state', stateFile, '--webhook-url', receiver.url, ...more])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(/^card sandbox listening on (\d+)\n$/.exec(line.toString())?.[1])
  return { child, exit, port, stripe: createStripe(port), control: createControl(`http://127.0.0.1:${port}`) }
}

test('everything acknowledged is still there after kill -9', async () => {
  const first = await start()
  const session = await first.stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: 'checkout:1' })
  const intent = await payNew(first, '4000000000007726')
  const refund = await first.stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: 'refund:1' })
  await kill(first.child)

  const second = await start()
  expect(await second.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open', url: session.url })
  expect((await second.stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: 'checkout:1' })).id).toBe(session.id)
  expect((await second.stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: 'refund:1' })).id).toBe(refund.id)
  expect(await second.control('pay', { session: session.id })).toMatchObject({ kind: 'paid' })
  await second.control('clock', { advanceSeconds: 61 })
  expect(await second.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' })
})

test('an event not delivered before kill -9 is delivered afterwards', async () => {
  const first = await start()
  await first.control('webhooks', { hold: true })
  await payNew(first, '4242424242424242')
  await kill(first.child)
  expect(receiver.events).toEqual([])
  const second = await start()
  await second.control('release')
  expect((await receiver.waitFor(1))[0]?.type).toBe('checkout.session.completed')
})

test('killed repeatedly in the middle of work, it loses no session that it acknowledged', async () => {
  const answered: string[] = []
  for (let round = 0; round < 2; round += 1) {
    const { child, stripe } = await start()
    const calls = Array.from({ length: 40 }, async () => {
      const session = await stripe.checkout.sessions.create(sessionParams()).catch(() => undefined)
      if (session) answered.push(session.id)
      if (answered.length % 20 === 19) child.kill('SIGKILL')
    })
    await Promise.all(calls)
    await kill(child)
  }
  const { stripe } = await start()
  const kept = new Set<string>()
  for await (const session of stripe.checkout.sessions.list({ limit: 100 })) kept.add(session.id)
  expect(answered.length).toBeGreaterThan(20)
  expect(answered.filter((id) => !kept.has(id))).toEqual([])
})

test('an unfinished last line is ignored, and the journal is compacted at startup', async () => {
  const first = await start()
  const product = await first.stripe.products.create({ name: 'Old' })
  for (const name of ['Newer', 'Newest']) await first.stripe.products.update(product.id, { name })
  await kill(first.child)
  const lines = readFileSync(stateFile, 'utf8').trimEnd().split('\n').length
  appendFileSync(stateFile, '[["product","prod_torn",{"id":"prod_to')
  const second = await start()
  expect((await second.stripe.products.list()).data).toMatchObject([{ id: product.id, name: 'Newest' }])
  await kill(second.child)
  expect(
    readFileSync(stateFile, 'utf8')
      .trimEnd()
      .split('\n')
      .filter((line) => line.startsWith('[["product"')),
  ).toHaveLength(1)
  expect(lines).toBe(3)
})

test('on a full disk calls fail, what was acknowledged stays, and everything works once there is room', async () => {
  const arguments_ = ['--port', '0', '--state', stateFile]
  const { child } = launch(arguments_, {}, 24)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const full = createStripe(Number(/ (\d+)\n$/.exec(line.toString())?.[1]))
  const kept: string[] = []
  const failed = async () => full.products.create({ name: 'x'.repeat(700) }).then(({ id }) => void kept.push(id), String)
  while ((await failed()) === undefined);
  expect(kept.length).toBeGreaterThan(2)
  // The calls after it are answered, and write nothing either.
  expect(await failed()).toMatch(/The card sandbox failed/)
  expect((await full.products.list({ limit: 100 })).data.map(({ id }) => id)).toEqual(kept.toReversed())
  expect(readFileSync(stateFile, 'utf8')).toMatch(/\]\n$/)
  await kill(child)
  // Started without room for a new file, it goes on with the present one.
  const still = launch(arguments_, {}, 1)
  const [second] = (await once(still.child.stdout, 'data')) as [Buffer]
  const again = createStripe(Number(/ (\d+)\n$/.exec(second.toString())?.[1]))
  expect((await again.products.list({ limit: 100 })).data).toHaveLength(kept.length)
  await kill(still.child)
  const { stripe } = await start()
  await stripe.products.create({ name: 'New' })
  expect((await stripe.products.list({ limit: 100 })).data.map(({ id }) => id).slice(1)).toEqual(kept.toReversed())
})

test('a state file damaged in the middle is refused, not overwritten', async () => {
  writeFileSync(stateFile, '[["product"\n[]\n')
  const { code, errors } = await launch(['--port', '0', '--state', stateFile]).exit
  expect(code).toBe(1)
  expect(errors).toMatch(/corrupt at line 1/)
  expect(readFileSync(stateFile, 'utf8')).toBe('[["product"\n[]\n')
})

test('with its port taken, the program exits with code 3 and one line, and leaves the state file untouched', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  writeFileSync(stateFile, 'precious')
  const { code, errors } = await launch(['--port', String(port), '--state', stateFile]).exit
  other.close()
  expect({ code, errors }).toEqual({ code: 3, errors: `card sandbox: port ${port} is already in use\n` })
  expect(readFileSync(stateFile, 'utf8')).toBe('precious')
})

test('it exits with its parent when asked to', async () => {
  const { child, exit } = await start('--exit-with-parent')
  child.stdin?.end()
  expect(await exit).toMatchObject({ code: 0 })
})

test('it does not start in production without being told', async () => {
  const args = ['--port', '0', '--state', stateFile]
  const { code, errors } = await launch(args, { NODE_ENV: 'production' }).exit
  expect(code).toBe(2)
  expect(errors).toMatch(/NODE_ENV=production/)
  const { child } = launch(args, { NODE_ENV: 'production', CARD_SANDBOX: '1' })
  expect(String((await once(child.stdout, 'data'))[0])).toMatch(/listening/)
})
