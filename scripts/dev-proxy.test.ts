import path from 'node:path'
import { resolveConfig } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { everyCall } from '../tests/support/every-call.ts'

const root = path.dirname(import.meta.dirname)
let passedOn: string[]

beforeAll(async () => {
  const { server } = await resolveConfig({ root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'error' }, 'serve')
  passedOn = Object.keys(server.proxy ?? {})
})

test.each([...new Set(everyCall.map((call) => call.url('some-id'))), '/card-sandbox/pay/cs_1', '/healthz', '/readyz', '/openapi.json'])(
  'the dev server passes %s on to the server',
  (url) => {
    expect(passedOn.some((start) => url.startsWith(start))).toBe(true)
  },
)

test.each([
  '/',
  '/index.html',
  '/src/web/main.tsx',
  '/art/home-1200.webp',
  '/favicon.svg',
  '/@vite/client',
  '/node_modules/.vite/deps/react.js',
])('the dev server handles %s itself', (url) => {
  expect(passedOn.filter((start) => url.startsWith(start))).toEqual([])
})
