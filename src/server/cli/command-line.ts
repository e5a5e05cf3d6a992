import { z } from 'zod'
import { explainFailure } from '#server/explain-failure.ts'
import { BundleError } from '#server/features/backups/bundle/format.ts'
import { AppError } from '#server/lib/errors.ts'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { bookings } from './bookings.ts'
import type { Command, Say } from './command.ts'
import { createAdmin } from './create-admin.ts'
import { doctor } from './doctor.ts'
import { files } from './files.ts'
import { generate } from './generate.ts'
import { goLive } from './go-live.ts'
import { ledger } from './ledger.ts'
import { mails } from './mails.ts'
import { quotes } from './quotes.ts'
import { reconcile } from './reconcile.ts'
import { restore } from './restore.ts'
import { setPassword } from './set-password.ts'
import { staff } from './staff.ts'
import { tasks } from './tasks.ts'

/** Keyed by the name of the npm script. */
const COMMANDS: Record<string, Command> = {
  audit,
  bookings,
  'create-admin': createAdmin,
  ledger,
  mails,
  quotes,
  reconcile,
  staff,
  tasks,
  'set-password': setPassword,
  files,
  generate,
  doctor,
  backup,
  restore,
  'go-live': goLive,
}

/** Returns false if the command was refused; `complain` receives the reason and the usage. */
export async function runCommandLine([name = '', ...args]: string[], say: Say, complain: Say): Promise<boolean> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    for (const { usage } of Object.values(COMMANDS)) complain(usage)
    return false
  }
  if (args.includes('--help')) {
    say(command.usage)
    return true
  }
  try {
    await command.run(args, say)
    return true
  } catch (error) {
    const explained = error instanceof AppError || error instanceof BundleError ? error.message : explainFailure(error)
    complain(explained ?? `${messageOf(error)}\n${command.usage}`)
    return false
  }
}

function messageOf(error: unknown): string {
  return error instanceof z.core.$ZodError ? error.issues.map((issue) => issue.message).join('. ') : (error as Error).message
}
