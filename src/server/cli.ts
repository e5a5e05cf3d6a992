import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { signupBodySchema } from '#shared/accounts.ts'
import { EmbeddedPostgresError } from '../../embedded-postgres/launcher.ts'
import { quotesCommand, QUOTES_USAGE } from './cli-quotes.ts'
import { ConfigError, loadProcessConfig } from './config.ts'
import { connect } from './connection.ts'
import { makeAdministrator } from './features/accounts/commands.ts'
import { createDatabase, createPool } from './lib/db.ts'
import { AppError } from './lib/errors.ts'
import { migrate } from './lib/migrate.ts'

const USAGE =
  'Usage: npm run create-admin -- --email ada@example.com --name "Ada Lovelace"   (the password is asked for, or read from standard input)'

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function refuse(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Asks for the password without showing it; from a pipe, the first line is taken. */
async function readPassword(): Promise<string> {
  const { stdin } = process
  if (stdin.isTTY) process.stdout.write('Password: ')
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silence, terminal: stdin.isTTY })
  for await (const line of lines) {
    if (stdin.isTTY) say('')
    lines.close()
    return line
  }
  return ''
}

async function createAdmin(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { email: { type: 'string' }, name: { type: 'string' } } })
  if (!values.email || !values.name) refuse(USAGE)
  const input = signupBodySchema.safeParse({ ...values, password: await readPassword() })
  if (!input.success) refuse(z.core.toDotPath(input.error.issues[0]?.path ?? []) + ': ' + (input.error.issues[0]?.message ?? 'invalid'))

  const config = loadProcessConfig()
  const connection = await connect(config, say)
  const db = createDatabase(createPool(connection.options, 2, () => undefined))
  try {
    await migrate(db)
    const outcome = await makeAdministrator(db, input.data, new Date())
    say(
      outcome === 'created'
        ? `${input.data.email} is now an administrator.`
        : `${input.data.email} existed and is now an administrator; the password has been set, and all devices are signed out.`,
    )
  } finally {
    await db.destroy()
    await connection.stop()
  }
}

try {
  const [command, ...args] = process.argv.slice(2)
  if (command === 'quotes') await quotesCommand(args, say)
  else if (command === 'create-admin') await createAdmin(args)
  else refuse(`${USAGE}\n${QUOTES_USAGE}`)
} catch (error) {
  const isExplained = error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof AppError
  const usage = process.argv[2] === 'quotes' ? QUOTES_USAGE : USAGE
  const message = error instanceof z.core.$ZodError ? error.issues.map((issue) => issue.message).join(' ') : (error as Error).message
  refuse(isExplained ? message : `${message}\n${usage}`)
}
