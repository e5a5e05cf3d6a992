import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from '../config.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://www.example.com',
  SMTP_URL: 'smtp://mail.example.com:587',
  TRUST_PROXY: '0',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
}

test.each([
  [{}, null],
  [{ HOST: 'localhost' }, null],
  [{ HOST: '127.0.0.2', PUBLIC_URL: 'http://localhost:4000', WEB_ORIGIN: 'http://127.0.0.1:5173' }, null],
  [{ HOST: '::1', TRUST_PROXY: '0', ALLOWED_HOSTS: 'LOCALHOST:4000,[::1]' }, null],
  [{ HOST: '0.0.0.0' }, 'HOST'],
  [{ HOST: '::' }, 'HOST'],
  [{ HOST: '192.168.1.4' }, 'HOST'],
  [{ HOST: '127.example.com' }, 'HOST'],
  [{ HOST: 'localhost.example.com' }, 'HOST'],
  [{ PUBLIC_URL: 'http://www.example.com' }, 'PUBLIC_URL'],
  [{ WEB_ORIGIN: 'http://www.example.com' }, 'WEB_ORIGIN'],
  [{ TRUST_PROXY: '1' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: 'loopback' }, 'TRUST_PROXY'],
  [{ ALLOWED_HOSTS: 'localhost,box.example.com' }, 'ALLOWED_HOSTS'],
  [{ ...PRODUCTION, PUBLIC_URL: 'http://localhost:3000' }, 'NODE_ENV'],
])('with %j the setting that opens the site to others is %s', (environment, setting) => {
  expect(loadConfig(environment).openedBy).toBe(setting)
})

test.each([
  [{ PUBLIC_URL: 'https://www.example.com' }, /^PUBLIC_URL: is an https address, which requires NODE_ENV=production\b/],
  [{ PUBLIC_URL: 'https://localhost:3000' }, /^PUBLIC_URL: is an https address, which requires NODE_ENV=production\b/],
  [{ NODE_ENV: 'test', PUBLIC_URL: 'https://www.example.com' }, /^PUBLIC_URL: is an https address/],
  [
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_a' },
    /^STRIPE_SECRET_KEY: is a live key, which requires NODE_ENV=production\b/,
  ],
  [
    { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_a' },
    /^STRIPE_SECRET_KEY: is a live key, which requires NODE_ENV=production\b/,
  ],
  [{ ...PRODUCTION, DEMO: '1' }, /^DEMO: can’t be 1 with a live Stripe key\b/],
])('%j is refused in one line that says what to do', (environment: Record<string, string>, line) => {
  const refused = () => loadConfig(environment)
  expect(refused).toThrow(ConfigError)
  expect(refused).toThrow(line)
  expect(refused).not.toThrow(/\n/)
})

test('a live key runs in production, and a test key anywhere', () => {
  expect(loadConfig(PRODUCTION).isDemo).toBe(false)
  expect(loadConfig({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_a' }).isDemo).toBe(true)
})
