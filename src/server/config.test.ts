import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { generateIdentity } from 'age-encryption'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError, loadConfig, loadProcessConfig, trustAlso } from './config.ts'

afterEach(() => vi.unstubAllEnvs())

function problems(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message.split('\n')
  }
  return []
}

test('without any settings the site is a demo on loopback with the card sandbox', () => {
  expect(loadConfig({})).toMatchObject({
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: 3000,
    isDemo: true,
    usesCardSandbox: true,
    OPEN_CATALOGUE: false,
    ALLOWED_HOSTS: [],
    AGENCY_TIME_ZONE: 'Europe/London',
    SIGN_IN_TRIES_PER_ACCOUNT: 10,
    SIGN_IN_TRIES_PER_ADDRESS: 100,
    LOG_LEVEL: 'info',
  })
  expect(loadConfig({}).PUBLIC_URL).toBeUndefined()
})

test('a year of business is invented only for a demo with the card sandbox, unless turned off', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  const isInvented = (environment: Record<string, string>) => loadConfig(environment).hasDemoBusiness
  expect([{}, stripe, { DEMO: '0' }, { DEMO_BUSINESS: '0' }].map(isInvented)).toEqual([true, false, false, false])
})

test('an empty value counts as none', () => {
  expect(loadConfig({ PORT: '', PUBLIC_URL: '', DATABASE_URL: '', STRIPE_SECRET_KEY: '' })).toEqual(loadConfig({}))
})

test('variables in the environment that are not ours are left alone', () => {
  expect(loadConfig({ PATH: '/usr/bin', npm_config_yes: 'true' })).toEqual(loadConfig({}))
})

test.each([
  ['NODE_ENV', 'prod'],
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PORT', '3e3'],
  ['PORT', ' 3000'],
  ['DATABASE_URL', 'mysql://localhost/meridian'],
  ['DATABASE_URL', 'localhost'],
  ['DATABASE_MIGRATION_URL', 'mysql://localhost/meridian'],
  ['DATABASE_POOL', '1'],
  ['DATABASE_POOL', '201'],
  ['DEMO', 'yes'],
  ['PUBLIC_URL', 'www.example.com'],
  ['PUBLIC_URL', 'ftp://www.example.com'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['WEB_ORIGIN', '*'],
  ['OPEN_CATALOGUE', '2'],
  ['SESSION_SECRET', 'short'],
  ['AGENCY_TIME_ZONE', 'Europe/Atlantis'],
  ['PUBLIC_URL', 'https://www.example.com/travel'],
  ['PUBLIC_URL', 'https://www.example.com?from=mail'],
  ['PUBLIC_URL', 'https://ada:hush@www.example.com'],
  ['WEB_ORIGIN', 'https://www.example.com/travel'],
  ['STRIPE_SECRET_KEY', 'pk_test_123'],
  ['BACKUP_KEY', 'AGE-SECRET-KEY-1nonsense'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_123'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_a,sk_live_123'],
  ['MAIL_FROM', 'nonsense'],
  ['MAIL_FROM', 'Meridian hello@example.com'],
  ['MAIL_FROM', 'Meridian <hello>'],
  ['MAIL_FROM', 'Meridian, London <hello@example.com>'],
  ['CARD_SANDBOX', 'on'],
  ['CARD_SANDBOX_PORT', '70000'],
  ['SMTP_URL', 'http://localhost'],
  ['HEARTBEAT_URL', 'ftp://localhost'],
  ['HOLD_MINUTES', '30'],
  ['HOLD_MINUTES', '1431'],
  ['SIGN_IN_TRIES_PER_ACCOUNT', '0'],
  ['SIGN_IN_TRIES_PER_ADDRESS', 'many'],
  ['SIGN_UPS_PER_ADDRESS', '1.5'],
  ['CHECKOUTS_PER_ACCOUNT', '-5'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'banana'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '127.0.0.1,nginx'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10'],
  ['SMTP_TLS', 'on'],
  ['MAIL_TO_FILES', 'yes'],
  ['STRIPE_TEST_MODE', 'on'],
])('%s=%s is refused in one clear line that names the key', (key, value) => {
  const lines = problems({ [key]: value })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^${key}: (must|is) .{5,120}\\.$`))
})

test.each([[{ PORT: '65535' }], [{ PORT: '4000', CARD_SANDBOX_PORT: '4000' }]])(
  'the sandbox needs its own port, for which %j leaves no room',
  (environment) => {
    expect(problems(environment)).toEqual([expect.stringMatching(/^CARD_SANDBOX_PORT: must be a port other than PORT/)])
    expect(problems({ ...environment, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_a' })).toEqual([])
  },
)

test.each([
  [{ METRICS_PORT: '3000' }, 'PORT', true],
  [{ PORT: '4000', METRICS_PORT: '4000', CARD_SANDBOX_PORT: '5000' }, 'PORT', true],
  [{ METRICS_PORT: '3001' }, 'CARD_SANDBOX_PORT', false],
  [{ PORT: '4000', METRICS_PORT: '5000', CARD_SANDBOX_PORT: '5000' }, 'CARD_SANDBOX_PORT', false],
])('refuses %j, whose metrics port is also %s', (environment, other, clashesWithStripe) => {
  expect(problems(environment)).toEqual([expect.stringContaining(`METRICS_PORT: must be a port other than ${other}`)])
  const withStripe = problems({ ...environment, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_a' })
  expect(withStripe.length).toBe(clashesWithStripe ? 1 : 0)
})

test.each([[{ METRICS_PORT: '9464' }], [{ PORT: '0', CARD_SANDBOX_PORT: '0', METRICS_PORT: '0' }]])(
  'accepts %j, since no two ports clash',
  (environment) => expect(problems(environment)).toEqual([]),
)

test('several bad values are refused in one line each', () => {
  const lines = problems({ PORT: 'x', DEMO: 'y', LOG_LEVEL: 'z' })
  expect(lines.map((line) => line.split(':')[0]).toSorted()).toEqual(['DEMO', 'LOG_LEVEL', 'PORT'])
})

test('no line shows the value, which may be a secret (ASVS 16.2.5)', () => {
  const text = problems({
    STRIPE_SECRET_KEY: 'whsec_hush',
    DATABASE_URL: 'mysql://u:hush@h/d',
    SMTP_URL: 'x://u:hush@h',
    SESSION_SECRET: 'hush',
  }).join('\n')
  expect(text.split('\n')).toHaveLength(4)
  expect(text).not.toContain('hush')
})

test.each([
  ['0', 0],
  ['1', 1],
  ['3', 3],
  ['127.0.0.1', '127.0.0.1'],
  ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
  ['loopback,uniquelocal', 'loopback,uniquelocal'],
  ['fd00::/8', 'fd00::/8'],
])('TRUST_PROXY may be %s: a number of proxies, or their addresses (ASVS 15.3.4)', (value, meaning) => {
  expect(loadConfig({ TRUST_PROXY: value }).TRUST_PROXY).toBe(meaning)
})

test('an external database turns the demo off unless it is requested', () => {
  const DATABASE_URL = 'postgres://user:secret@localhost:5432/meridian'
  expect(loadConfig({ DATABASE_URL }).isDemo).toBe(false)
  expect(loadConfig({ DATABASE_URL, DEMO: '1' }).isDemo).toBe(true)
  expect(loadConfig({ DEMO: '0' }).isDemo).toBe(false)
  expect(problems({ DATABASE_URL: 'postgresql://localhost/meridian' })).toEqual([])
})

test('an origin is kept without a path or a trailing slash', () => {
  expect(loadConfig({ PUBLIC_URL: 'http://localhost:4000/' }).PUBLIC_URL).toBe('http://localhost:4000')
  expect(loadConfig({ WEB_ORIGIN: 'https://WWW.example.com:443/' }).WEB_ORIGIN).toBe('https://www.example.com')
})

test('lists are split and trimmed', () => {
  expect(loadConfig({ ALLOWED_HOSTS: ' Travel.local , ,b.test:8080' }).ALLOWED_HOSTS).toEqual(['travel.local', 'b.test:8080'])
  const { STRIPE_WEBHOOK_SECRET } = loadConfig({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b' })
  expect(STRIPE_WEBHOOK_SECRET).toEqual(['whsec_a', 'whsec_b'])
})

test('with a Stripe key the sandbox is not used', () => {
  const config = loadConfig({ STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_a' })
  expect(config.usesCardSandbox).toBe(false)
})

test.each([[{}], [{ STRIPE_WEBHOOK_SECRET: ' , ' }]])('a Stripe key needs the signing secret of the webhook (%j)', (more) => {
  const lines = problems({ STRIPE_SECRET_KEY: 'sk_test_1', ...more })
  expect(lines).toEqual([expect.stringMatching(/^STRIPE_WEBHOOK_SECRET: is required/)])
})

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://www.example.com',
  SMTP_URL: 'smtp://mail.example.com:587',
  TRUST_PROXY: '0',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
}

test('production requires its address, mail server, proxies and a way to take cards, in one line each', () => {
  expect(problems({ NODE_ENV: 'production' })).toEqual([
    expect.stringMatching(/^PUBLIC_URL: is required in production/),
    expect.stringMatching(/^SMTP_URL: is required in production \(or set MAIL_TO_FILES=1/),
    expect.stringMatching(/^TRUST_PROXY: is required in production/),
    expect.stringMatching(/^STRIPE_SECRET_KEY: is required in production \(or CARD_SANDBOX=1/),
  ])
  expect(problems(PRODUCTION)).toEqual([])
})

test.each([
  ['an address in the open', { PUBLIC_URL: 'http://www.example.com' }, /^PUBLIC_URL: must start with https/],
  ['an address that only looks like this machine', { PUBLIC_URL: 'http://localhost.example.com' }, /^PUBLIC_URL: must start with https/],
  ['a test key', { STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_SECRET_KEY: is a test key/],
  ['a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_1' }, /^STRIPE_SECRET_KEY: is a test key/],
  ['a sandbox that nobody asked for', { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_SECRET_KEY: is required/],
])('production refuses %s (ASVS 12.2.1)', (_what, change, line) => {
  expect(problems({ ...PRODUCTION, ...change })).toEqual([expect.stringMatching(line)])
})

test.each([
  ['CARD_SANDBOX', 'sk_live_1'],
  ['CARD_SANDBOX', 'rk_live_1'],
  ['STRIPE_TEST_MODE', 'sk_live_1'],
])('%s=1 is refused with the live key %s', (name, STRIPE_SECRET_KEY) => {
  const line = `${name}: can’t be 1 with a live Stripe key, which takes real payments.`
  expect(problems({ ...PRODUCTION, STRIPE_SECRET_KEY, [name]: '1' })).toEqual([line])
})

test.each(['hello@example.com', 'Meridian <hello@example.com>', '<hello@example.com>', '"Meridian, London" <hello@example.com>'])(
  'MAIL_FROM may be %s',
  (MAIL_FROM) => expect(loadConfig({ MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM),
)

test('a BACKUP_KEY with one wrong letter is refused by its checksum, without showing it', async () => {
  const key = await generateIdentity()
  expect(loadConfig({ BACKUP_KEY: key }).BACKUP_KEY).toBe(key)
  const mistyped = `${key.slice(0, 40)}${key[40] === 'Q' ? 'P' : 'Q'}${key.slice(41)}`
  expect(problems({ BACKUP_KEY: mistyped })).toEqual(['BACKUP_KEY: must be an age key without a typing error: its checksum is wrong.'])
})

/** Writes an `.env` that is read instead of the developer’s own. */
async function envFile(text: string, mode = 0o600): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-env-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  const file = path.join(folder, '.env')
  await writeFile(file, text)
  await chmod(file, mode)
  for (const name of text.split('\n')) vi.stubEnv(name.split('=')[0] || '_', undefined)
  return file
}

test.each([
  ['DATABSE_POOL', 'DATABASE_POOL'],
  ['DATABASE_POOLS', 'DATABASE_POOL'],
  ['PROT', 'PORT'],
  ['SMPT_URL', 'SMTP_URL'],
  ['BACKUPTO', 'BACKUP_TO'],
  ['mail_from', 'MAIL_FROM'],
])('the misspelt name %s in .env is refused in one line that proposes %s', async (name, near) => {
  const file = await envFile(`${name}=hush`)
  expect(() => loadProcessConfig(file)).toThrow(new ConfigError(`${name}: isn’t a setting. Did you mean ${near}?`))
})

test('names in .env that are near no setting, empty or another program’s are accepted', async () => {
  const file = await envFile('EDITOR=vi\nDATABSE_POOL=\nPOSTGRES_PASSWORD=a\nDATABASE_POOL=20')
  expect(loadProcessConfig(file)).toMatchObject({ DATABASE_POOL: 20, warnings: [] })
})

test('a misspelt name in the environment is a warning that proposes the near one, since another program may use it', () => {
  expect(loadConfig({ PORTS: '80', DATABSE_POOL: '20' }).warnings).toEqual([
    'PORTS: isn’t a setting. Did you mean PORT?',
    'DATABSE_POOL: isn’t a setting. Did you mean DATABASE_POOL?',
  ])
  expect(loadConfig({ HOME: '/root', HOSTNAME: 'web', PATH: '/bin', NODE_OPTIONS: '--x' }).warnings).toEqual([])
})

test('an .env that every account can read is a warning; a closed one, or one of a group, is not', async () => {
  const warnings = async (mode: number) => loadProcessConfig(await envFile('LOG_LEVEL=info', mode)).warnings
  expect(await warnings(0o644)).toEqual(['.env: every account on this machine can read it and its secrets. Run chmod 600 .env'])
  expect([await warnings(0o600), await warnings(0o640)]).toEqual([[], []])
})

test.each([
  ['plain http on this machine', { PUBLIC_URL: 'http://localhost:3000' }],
  ['plain http on this machine, by number', { PUBLIC_URL: 'http://127.0.0.1:3000' }],
  ['a test key that is said to be one', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_TEST_MODE: '1' }],
  ['the sandbox when it is allowed', { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '', CARD_SANDBOX: '1' }],
  ['emails in files when that is allowed', { SMTP_URL: '', MAIL_TO_FILES: '1' }],
])('production runs with %s', (_what, change) => {
  expect(problems({ ...PRODUCTION, ...change })).toEqual([])
})

test('in production there is no demo content unless it is requested (ASVS 15.2.3)', () => {
  expect(loadConfig(PRODUCTION).isDemo).toBe(false)
  const sandbox = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '', CARD_SANDBOX: '1' }
  expect(loadConfig({ ...PRODUCTION, ...sandbox, DEMO: '1' }).isDemo).toBe(true)
})

test('the clock can be moved for tests, but not in production and not with Stripe (ASVS 13.4.2, 15.2.3)', () => {
  expect(loadConfig({ CLOCK_AHEAD_MINUTES: '55' }).CLOCK_AHEAD_MINUTES).toBe(55)
  const refused = [expect.stringMatching(/^CLOCK_AHEAD_MINUTES: is only for tests/)]
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_a' }
  expect(problems({ CLOCK_AHEAD_MINUTES: '55', ...stripe })).toEqual(refused)
  expect(problems({ ...PRODUCTION, STRIPE_SECRET_KEY: '', CARD_SANDBOX: '1', CLOCK_AHEAD_MINUTES: '55' })).toEqual(refused)
  expect(problems({ CLOCK_AHEAD_MINUTES: '0', ...stripe })).toEqual([])
})

test.each([
  [{}, 3001],
  [{ PORT: '4000' }, 4001],
  [{ PORT: '0' }, 0],
  [{ PORT: '0', CARD_SANDBOX_PORT: '5000' }, 5000],
])('with %j the card sandbox is on port %d', (environment, port) => {
  expect(loadConfig(environment).cardSandboxPort).toBe(port)
})

test('a file of certificates is trusted from .env too, and a wrong one is named', () => {
  const before = tls.getCACertificates('default')
  onTestFinished(() => tls.setDefaultCACertificates(before))
  const folder = mkdtempSync(path.join(os.tmpdir(), 'meridian-certificates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [one = '', two = ''] = before
  tls.setDefaultCACertificates([])
  writeFileSync(path.join(folder, 'own.pem'), `Ours\n${one}\n${two}\n`)
  trustAlso(path.join(folder, 'own.pem'))
  expect(tls.getCACertificates('default')).toHaveLength(2)
  writeFileSync(path.join(folder, 'empty.pem'), '')
  for (const name of ['empty.pem', 'missing.pem'])
    expect(() => trustAlso(path.join(folder, name))).toThrow(/^NODE_EXTRA_CA_CERTS: must be a readable file of certificates \(PEM\): /)
})

test('a file of certificates that Node could not read at its start is refused, not left out', async () => {
  const file = await envFile('LOG_LEVEL=info')
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/missing/own.pem')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(() => loadProcessConfig(file)).toThrow(/^NODE_EXTRA_CA_CERTS: must be a readable file of certificates \(PEM\): ENOENT/)
})
