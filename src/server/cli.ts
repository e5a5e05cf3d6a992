import { z } from 'zod'
import { audit } from './cli/audit.ts'
import type { Command } from './cli/command.ts'
import { createAdmin } from './cli/create-admin.ts'
import { files } from './cli/files.ts'
import { generate } from './cli/generate.ts'
import { mails } from './cli/mails.ts'
import { quotes } from './cli/quotes.ts'
import { setPassword } from './cli/set-password.ts'
import { staff } from './cli/staff.ts'
import { reconcile } from './cli/reconcile.ts'
import { tasks } from './cli/tasks.ts'
import { explainFailure } from './explain-failure.ts'
import { AppError } from './lib/errors.ts'

/** The commands, by the names of their npm scripts. */
const COMMANDS: Record<string, Command> = {
  audit,
  'create-admin': createAdmin,
  mails,
  quotes,
  reconcile,
  staff,
  tasks,
  'set-password': setPassword,
  files,
  generate,
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function refuse(...lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!command) refuse(...Object.values(COMMANDS).map(({ usage }) => usage))
if (args.includes('--help')) {
  say(command.usage)
  process.exit()
}
try {
  await command.run(args, say)
} catch (error) {
  const explained = error instanceof AppError ? error.message : explainFailure(error)
  if (explained !== undefined) refuse(explained)
  const message = error instanceof z.core.$ZodError ? error.issues.map((issue) => issue.message).join('. ') : (error as Error).message
  refuse(message, command.usage)
}
