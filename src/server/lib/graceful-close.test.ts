import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { createServer } from '../app.ts'
import { addGracefulClose } from './graceful-close.ts'

async function listening(leaving = new AbortController().signal, atClose = async (_origin: string): Promise<void> => undefined) {
  const app = createServer(loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }))
  addGracefulClose(app, leaving, 300)
  app.get('/', async () => 'here')
  app.addHook('preClose', async () => atClose(app.listeningOrigin))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => app.close())
  return app
}

async function call(origin: string): Promise<unknown[]> {
  const answer = await fetch(origin)
  return [answer.status, answer.headers.get('connection'), await answer.text()]
}

test('a request that arrives as the closing begins is answered, and its connection ends', async () => {
  let answer: unknown[] = []
  const app = await listening(undefined, async (origin) => {
    answer = await call(origin)
  })
  await app.close()
  expect(answer).toEqual([200, 'close', 'here'])
})

test('from when it is about to leave, no connection is kept for a next request', async () => {
  const leaving = new AbortController()
  const app = await listening(leaving.signal)
  expect(await call(app.listeningOrigin)).toEqual([200, 'keep-alive', 'here'])
  leaving.abort()
  expect(await call(app.listeningOrigin)).toEqual([200, 'close', 'here'])
})

test('half a request does not keep the server from closing', async () => {
  const app = await listening()
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\nGET / HTTP/1.1\r\nHost: ')
  await once(socket, 'data')
  const began = performance.now()
  await Promise.all([app.close(), once(socket, 'close')])
  expect(performance.now() - began).toBeGreaterThan(250)
})
