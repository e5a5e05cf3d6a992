import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from './lib/root.ts'

const flag = z.enum(['0', '1', 'true', 'false'], 'must be 1 or 0').transform((value) => value === '1' || value === 'true')
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)
const port = wholeNumber(0, 65_535)
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://www.example.com' })
  .transform((value) => new URL(value).origin)
const timeZone = z.string().refine((value) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}, 'must be a time zone such as Europe/London')

const proxies = z
  .string()
  .refine(
    (value) => /^(0|1|true|false)?$/.test(value) || value.split(',').every((part) => isSubnet(part.trim())),
    'must be 1, 0, or addresses and subnets such as 10.0.0.0/8,::1',
  )

function isSubnet(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [, address = '', bits = '1'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return Number(bits) >= 1 && Number(bits) <= most
}

const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production'], 'must be development, test or production').default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: z.string().min(1).default(path.join(projectRoot, 'data')),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' }).optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(16),
  DEMO: flag.optional(),
  PUBLIC_URL: origin.optional(),
  WEB_ORIGIN: origin.optional(),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    ),
  TRUST_PROXY: proxies.default(''),
  OPEN_CATALOGUE: flag.default(false),
  SESSION_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  AGENCY_TIME_ZONE: timeZone.default('Europe/London'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must be a Stripe secret key (sk_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((secret) => secret.trim())
        .filter(Boolean),
    )
    .optional(),
  CARD_SANDBOX: flag.default(false),
  CARD_SANDBOX_PORT: port.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  HOLD_MINUTES: wholeNumber(31, 1430).default(35),
  QUOTE_DAYS: wholeNumber(1, 365).default(14),
  SIGN_IN_TRIES_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(10),
  SIGN_IN_TRIES_PER_ADDRESS: wholeNumber(1, 1_000_000).default(100),
  SIGN_UPS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(300),
  LINK_MAILS_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(5),
  LINK_TRIES_PER_ADDRESS: wholeNumber(1, 1_000_000).default(100),
  CHECKOUTS_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(300),
  ENQUIRIES_PER_ADDRESS: wholeNumber(1, 1_000_000).default(10),
  CLOCK_AHEAD_MINUTES: wholeNumber(0, 1_000_000).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level such as info').default('info'),
})

type Environment = z.infer<typeof environmentSchema>

/** All settings, validated once. Their keys and meanings: `.env.example`. */
export interface Config extends Environment {
  /** Whether demo content and accounts are wanted. */
  isDemo: boolean
  /** Whether cards go to the embedded sandbox, not to Stripe. */
  usesCardSandbox: boolean
  /** The port of the card sandbox: CARD_SANDBOX_PORT, else the port after ours; 0 for any free port. */
  cardSandboxPort: number
}

/** Thrown with one clear line for each bad value. */
export class ConfigError extends Error {}

/** Validates the environment. Throws `ConfigError` naming each bad key. */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`).join('\n'))
  }
  const values = parsed.data
  const problems = contradictions(values)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    ...values,
    isDemo: values.DEMO ?? values.DATABASE_URL === undefined,
    usesCardSandbox: values.STRIPE_SECRET_KEY === undefined,
    cardSandboxPort: cardSandboxPort(values),
  }
}

function cardSandboxPort({ PORT, CARD_SANDBOX_PORT }: Environment): number {
  return CARD_SANDBOX_PORT ?? (PORT === 0 ? 0 : PORT + 1)
}

function contradictions(values: Environment): string[] {
  const problems: string[] = []
  const isProduction = values.NODE_ENV === 'production'
  if (isProduction && !values.PUBLIC_URL) problems.push('PUBLIC_URL: is required in production (emails and checkout returns use it).')
  if (isProduction && !values.STRIPE_SECRET_KEY && !values.CARD_SANDBOX) {
    problems.push('STRIPE_SECRET_KEY: is required in production (or CARD_SANDBOX=1 to run the card sandbox, where no money moves).')
  }
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_WEBHOOK_SECRET?.length) {
    problems.push('STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY (the signing secret of the webhook endpoint, whsec_…).')
  }
  if (values.CLOCK_AHEAD_MINUTES > 0 && (isProduction || values.STRIPE_SECRET_KEY)) {
    problems.push('CLOCK_AHEAD_MINUTES: is only for tests, with the card sandbox and outside production.')
  }
  const sandboxPort = cardSandboxPort(values)
  if (!values.STRIPE_SECRET_KEY && (sandboxPort > 65_535 || (sandboxPort === values.PORT && sandboxPort !== 0))) {
    problems.push('CARD_SANDBOX_PORT: must be a port other than PORT (the default is PORT + 1).')
  }
  return problems
}

/** Returns the configuration of this process: the environment plus `.env` in the project root. The only reader of process.env. */
export function loadProcessConfig(): Config {
  try {
    process.loadEnvFile(path.join(projectRoot, '.env'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new ConfigError('.env: cannot be read.')
  }
  return loadConfig(process.env)
}
