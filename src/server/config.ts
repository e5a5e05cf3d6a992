import { readFileSync } from 'node:fs'
import path from 'node:path'
import tls from 'node:tls'
import { z } from 'zod'
import { backupProblems, backupSchema } from './config/backups.ts'
import { misspeltNames, readEnvFile, type EnvFile } from './config/env-file.ts'
import { fileSchema, fileProblems, placeOfFiles } from './config/files.ts'
import { flag, list, origin, port, proxies, sender, timeZone, wholeNumber } from './config/fields.ts'
import { openedBy, realityProblems } from './config/home.ts'
import { productionProblems } from './config/production.ts'
import { projectRoot } from './config/root.ts'

const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production'], 'must be development, test or production').default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: z.string().min(1).default(path.join(projectRoot, 'data')),
  ...fileSchema.shape,
  ...backupSchema.shape,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must start with postgres://' }).optional(),
  DATABASE_MIGRATION_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must start with postgres://' }).optional(),
  DATABASE_PREPARE: flag.default(true),
  DATABASE_POOL: wholeNumber(2, 200).default(16),
  DEMO: flag.optional(),
  DEMO_BUSINESS: flag.default(true),
  PUBLIC_URL: origin.optional(),
  WEB_ORIGIN: origin.optional(),
  ALLOWED_HOSTS: list.transform((hosts) => hosts.map((host) => host.toLowerCase())).default([]),
  TRUST_PROXY: proxies.optional(),
  OPEN_CATALOGUE: flag.default(false),
  SESSION_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  AGENCY_TIME_ZONE: timeZone.default('Europe/London'),
  SEARCH_FOLDER: z.string().min(1).default(path.join(projectRoot, 'seed/search')),
  SYNONYMS_FILE: z.string().min(1).default(path.join(projectRoot, 'seed/synonyms.json')),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must be a Stripe secret key (sk_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: list
    .refine(
      (secrets) => secrets.every((secret) => secret.startsWith('whsec_')),
      'must be the signing secret of the webhook endpoint (whsec_…)',
    )
    .optional(),
  STRIPE_TEST_MODE: flag.default(false),
  CARD_SANDBOX: flag.default(false),
  CARD_SANDBOX_PORT: port.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' }).optional(),
  SMTP_TLS: flag.optional(),
  MAIL_TO_FILES: flag.default(false),
  MAIL_FROM: sender.optional(),
  HOLD_MINUTES: wholeNumber(31, 1430).default(35),
  QUOTE_DAYS: wholeNumber(1, 365).default(14),
  MAX_CONNECTIONS: wholeNumber(10, 1_000_000).default(1000),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(250),
  BODY_SECONDS: wholeNumber(1, 300).default(30),
  SIGN_IN_TRIES_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(10),
  SIGN_IN_TRIES_PER_ADDRESS: wholeNumber(1, 1_000_000).default(100),
  CODE_TRIES_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(5),
  SIGN_UPS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(300),
  LINK_MAILS_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(5),
  LINK_TRIES_PER_ADDRESS: wholeNumber(1, 1_000_000).default(100),
  CHECKOUTS_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(300),
  ENQUIRIES_PER_ADDRESS: wholeNumber(1, 1_000_000).default(10),
  OPEN_HOLDS_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(5),
  OPEN_HOLDS_UNCONFIRMED: wholeNumber(1, 1_000_000).default(3),
  OPEN_HOLDS_UNCONFIRMED_PER_ADDRESS: wholeNumber(1, 1_000_000).default(30),
  QUOTE_REQUESTS_PER_DAY: wholeNumber(1, 1_000_000).default(20),
  PHOTOS_PER_DAY: wholeNumber(1, 1_000_000).default(200),
  PHOTO_MEGABYTES_PER_DAY: wholeNumber(1, 100_000).default(500),
  REVIEWS_PER_DAY: wholeNumber(1, 1_000_000).default(30),
  TRAVELLER_LISTS_PER_DAY: wholeNumber(1, 1_000_000).default(100),
  MAILS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(20),
  CLOCK_AHEAD_MINUTES: wholeNumber(0, 1_000_000).default(0),
  HEARTBEAT_URL: z.url({ protocol: /^https?$/, error: 'must start with https:// or http://' }).optional(),
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level such as info').default('info'),
})

type Environment = z.infer<typeof environmentSchema>

/** All settings, validated once at startup. `.env.example` explains them. */
export interface Config extends Environment {
  isDemo: boolean
  /**
   * The setting that exposes the site beyond this machine, or null at home. Only at home do the demo accounts have the
   * passwords printed in `seed/`.
   */
  openedBy: string | null
  /** True if the demo includes a year of invented business; only the card sandbox can know its payments. */
  hasDemoBusiness: boolean
  usesCardSandbox: boolean
  filesIn: 'folder' | 's3'
  /** CARD_SANDBOX_PORT, or else the port after ours; 0 means any free port. */
  cardSandboxPort: number
  /** One line for each setting that the site can run with but that is probably a mistake. */
  warnings: string[]
}

const SETTINGS = Object.keys(environmentSchema.shape)

const OPEN_FILE = '.env: every account on this machine can read it and its secrets. Run chmod 600 .env'

export class ConfigError extends Error {}

/** Throws `ConfigError` naming each bad key. `file` is what the environment has from `.env`. */
export function loadConfig(environment: Record<string, string | undefined>, file?: EnvFile): Config {
  const misspelt = misspeltNames({ ...environment, ...file?.values }, SETTINGS)
  const inFile = misspelt.filter(({ name }) => Object.hasOwn(file?.values ?? {}, name))
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (inFile.length > 0 || !parsed.success) {
    const issues = parsed.error?.issues ?? []
    const lines = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`)
    throw new ConfigError([...inFile.map(({ line }) => line), ...lines].join('\n'))
  }
  const values = parsed.data
  const problems = contradictions(values)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const isDemo = values.DEMO ?? (values.DATABASE_URL === undefined && values.NODE_ENV !== 'production')
  const usesCardSandbox = values.STRIPE_SECRET_KEY === undefined
  return {
    ...values,
    isDemo,
    openedBy: openedBy(values),
    hasDemoBusiness: isDemo && usesCardSandbox && values.DEMO_BUSINESS,
    usesCardSandbox,
    filesIn: placeOfFiles(values),
    cardSandboxPort: cardSandboxPort(values),
    // Other programs may use such a name in the environment.
    warnings: [...misspelt.map(({ line }) => line), ...(file?.isOpen ? [OPEN_FILE] : [])],
  }
}

function cardSandboxPort({ PORT, CARD_SANDBOX_PORT }: Environment): number {
  return CARD_SANDBOX_PORT ?? (PORT === 0 ? 0 : PORT + 1)
}

function contradictions(values: Environment): string[] {
  const problems = values.NODE_ENV === 'production' ? productionProblems(values) : []
  problems.push(...realityProblems(values))
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_WEBHOOK_SECRET?.length) {
    problems.push('STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY (the signing secret of the webhook endpoint, whsec_…).')
  }
  if (values.CLOCK_AHEAD_MINUTES > 0 && (values.NODE_ENV === 'production' || values.STRIPE_SECRET_KEY)) {
    problems.push('CLOCK_AHEAD_MINUTES: is only for tests, with the card sandbox and outside production.')
  }
  problems.push(...fileProblems(values), ...backupProblems(values))
  problems.push(...portProblems(values))
  return problems
}

/** 0 means any free port, which never clashes. */
function portProblems(values: Environment): string[] {
  const { PORT, METRICS_PORT, STRIPE_SECRET_KEY } = values
  const problems: string[] = []
  const sandboxPort = STRIPE_SECRET_KEY ? 0 : cardSandboxPort(values)
  if (sandboxPort > 65_535 || (sandboxPort === PORT && sandboxPort !== 0)) {
    problems.push('CARD_SANDBOX_PORT: must be a port other than PORT (the default is PORT + 1).')
  }
  if (METRICS_PORT && METRICS_PORT === PORT) problems.push('METRICS_PORT: must be a port other than PORT.')
  else if (METRICS_PORT && METRICS_PORT === sandboxPort) {
    problems.push('METRICS_PORT: must be a port other than CARD_SANDBOX_PORT (the default is PORT + 1).')
  }
  return problems
}

/** Reads the environment plus `.env` in the project root. The only reader of process.env. */
export function loadProcessConfig(envFile = path.join(projectRoot, '.env')): Config {
  const known = process.env['NODE_EXTRA_CA_CERTS']
  let file: EnvFile | undefined
  try {
    file = readEnvFile(envFile)
    if (file) process.loadEnvFile(envFile)
  } catch {
    throw new ConfigError('.env can’t be read.')
  }
  const extra = process.env['NODE_EXTRA_CA_CERTS']
  if (extra && extra !== known) trustAlso(extra)
  // Node only warns, and goes on without it.
  else if (extra) readCertificates(path.resolve(extra))
  return loadConfig(process.env, file)
}

/** Node reads the variable only as it starts, before we read `.env`. Throws `ConfigError`. */
export function trustAlso(file: string): void {
  const certificates = readCertificates(path.resolve(projectRoot, file))
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...certificates])
  } catch (error) {
    throw refusedCertificates(error)
  }
}

function readCertificates(file: string): string[] {
  try {
    const certificates = certificatesIn(readFileSync(file, 'utf8'))
    if (certificates.length === 0) throw new Error('it holds no certificate')
    return certificates
  } catch (error) {
    throw refusedCertificates(error)
  }
}

function refusedCertificates(error: unknown): ConfigError {
  return new ConfigError(`NODE_EXTRA_CA_CERTS: must be a readable file of certificates (PEM): ${(error as Error).message}.`)
}

function certificatesIn(text: string): string[] {
  const [begin, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']
  const parts = text.split(end).slice(0, -1)
  return parts.flatMap((part) => (part.includes(begin) ? [`${part.slice(part.lastIndexOf(begin))}${end}`] : []))
}

/** The databases that the settings name; without `site` this process starts its own. `owner` is there only if set apart. */
export function namedDatabases(): { site: string | undefined; owner: string | undefined } {
  const { DATABASE_URL, DATABASE_MIGRATION_URL } = process.env
  return { site: DATABASE_URL || undefined, owner: DATABASE_MIGRATION_URL || undefined }
}

/** Returns whether a file or folder is the data folder, in it or one that it’s in. */
export function isOfDataFolder(file: string): boolean {
  const [one, other] = [path.resolve(file), path.resolve(process.env['DATA_DIR'] || path.join(projectRoot, 'data'))]
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
}
