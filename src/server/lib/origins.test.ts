import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { createOrigins } from './origins.ts'

/** The site uses https in production only. */
const SERVED = { NODE_ENV: 'production', CARD_SANDBOX: '1', MAIL_TO_FILES: '1', TRUST_PROXY: '0' }

function originsWith(environment: Record<string, string> = {}) {
  const served = environment['PUBLIC_URL']?.startsWith('https:') ? SERVED : {}
  return createOrigins(loadConfig({ ...served, ...environment }), () => 4000)
}

function request(host: string, protocol = 'http'): FastifyRequest {
  return { host, protocol } as FastifyRequest
}

test.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['localhost', 'http://localhost'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['LocalHost:3000', 'http://localhost:3000'],
])('a request for the loopback name %s keeps it as the address, so that a mapped port works', (host, origin) => {
  expect(originsWith().ofRequest(request(host))).toBe(origin)
})

test.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'localhost:3000.evil.example',
  'localhost@evil.example',
  'evil.example/localhost',
  '127.0.0.1.evil.example',
  '127.0.0.2',
  '',
])('a request for the unknown host %j never makes it into an address', (host) => {
  expect(originsWith({ ALLOWED_HOSTS: 'travel.test' }).ofRequest(request(host))).toBe('http://localhost:4000')
})

test.each([
  ['travel.test', 'http://travel.test'],
  ['Travel.Test:8080', 'http://travel.test:8080'],
  ['other.test:9000', 'http://other.test:9000'],
])('a listed host is followed: %s', (host, origin) => {
  expect(originsWith({ ALLOWED_HOSTS: 'travel.test, other.test:9000' }).ofRequest(request(host))).toBe(origin)
})

test('a host that is listed with a port is not followed on another port', () => {
  expect(originsWith({ ALLOWED_HOSTS: 'other.test:9000' }).ofRequest(request('other.test:9001'))).toBe('http://localhost:4000')
})

test.each(['javascript', 'https, http', 'https\r\nx: 1', ''])(
  'behind a trusted proxy the claimed protocol %j never makes it into an address',
  (protocol) => {
    expect(originsWith({ ALLOWED_HOSTS: 'travel.test' }).ofRequest(request('travel.test', protocol))).toBe('http://travel.test')
  },
)

test('behind a trusted proxy the address has the protocol that the proxy names (ASVS 4.1.3)', () => {
  expect(originsWith({ ALLOWED_HOSTS: 'travel.test' }).ofRequest(request('travel.test', 'https'))).toBe('https://travel.test')
})

test('PUBLIC_URL takes precedence over whatever a request says', () => {
  const origins = originsWith({ PUBLIC_URL: 'https://www.example.com', ALLOWED_HOSTS: 'travel.test' })
  for (const host of ['localhost:3000', 'travel.test', 'evil.example']) {
    expect(origins.ofRequest(request(host))).toBe('https://www.example.com')
    expect(origins.ofPages(request(host))).toBe('https://www.example.com')
  }
  expect(origins.mayCall('https://www.example.com', request('evil.example'))).toBe(true)
  expect(origins.mayCall('http://localhost:3000', request('localhost:3000'))).toBe(false)
})

test('emails never use a request’s host', () => {
  expect(originsWith().ofMails()).toBe('http://localhost:4000')
  expect(originsWith({ PUBLIC_URL: 'https://www.example.com' }).ofMails()).toBe('https://www.example.com')
})

test('with a web origin, the pages and the links in emails point to it', () => {
  const origins = originsWith({ PUBLIC_URL: 'https://api.example.com', WEB_ORIGIN: 'https://pages.example.com' })
  expect(origins.ofMails()).toBe('https://pages.example.com')
  expect(origins.ofPages(request('api.example.com'))).toBe('https://pages.example.com')
  expect(origins.ofRequest(request('api.example.com'))).toBe('https://api.example.com')
  expect(origins.mayCall('https://pages.example.com', request('api.example.com'))).toBe(true)
  expect(origins.mayCall('https://pages.example.com.evil.example', request('api.example.com'))).toBe(false)
})
