import fastify from 'fastify'
import { expect, test } from 'vitest'
import { addErrorResponses } from './error-responses.ts'
import { addMemoryGuard } from './memory-guard.ts'

test('while the heap is nearly full, requests are asked to retry later (ASVS 15.2.2)', async () => {
  const app = fastify()
  addErrorResponses(app)
  // Every heap is fuller than this; the guard samples every quarter of a second.
  await addMemoryGuard(app, 0.000_001)
  app.get('/', async () => 'served')
  await app.ready()
  await expect.poll(async () => (await app.inject('/')).statusCode).toBe(503)
  expect((await app.inject('/')).headers['retry-after']).toBe('5')
  await app.close()
})
