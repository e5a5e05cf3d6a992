import { explainFailure } from '#server/explain-failure.ts'
import { BundleError } from '#server/features/backups/bundle/format.ts'
import { AppError } from '#server/lib/errors.ts'
import { StorageAwayError } from '#server/lib/file-storage.ts'
import { accounts } from './accounts.ts'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { bookings } from './bookings.ts'
import { UsageError, type Command, type Say } from './command.ts'
import { createAdmin } from './create-admin.ts'
import { doctor } from './doctor.ts'
import { reasonOf } from './doctor/finding.ts'
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
  accounts,
  tasks,
  'set-password': setPassword,
  files,
  generate,
  doctor,
  backup,
  restore,
  'go-live': goLive,
}

/**
 * Returns false if the command failed; `complain` receives the reason, and the usage after it if the arguments are wrong. `say` receives
 * the result alone; what else there is to tell goes to `complain` too.
 */
export async function runCommandLine([name = '', ...args]: string[], say: Say, complain: Say): Promise<boolean> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    if (name && !name.startsWith('-')) {
      complain(`No command ${name}. Use one of: ${Object.keys(COMMANDS).toSorted().join(', ')}; with --help it shows its usage.`)
      return false
    }
    for (const { usage } of Object.values(COMMANDS)) complain(usage)
    return false
  }
  if (args.includes('--help')) {
    say(command.usage)
    return true
  }
  try {
    await command.run(args, say, complain)
    return true
  } catch (error) {
    complain(isOfArguments(error) ? `${error.message}\n${command.usage}` : reasonInWords(error))
    return false
  }
}

/** Node's `parseArgs` marks its errors by their codes. */
function isOfArguments(error: unknown): error is Error {
  return error instanceof UsageError || (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))
}

/** One line, except that each wrong setting has its own. */
function reasonInWords(error: unknown): string {
  if (error instanceof StorageAwayError) return `Storage unavailable: ${error.reason}.`
  const isWritten = error instanceof AppError || error instanceof BundleError
  const lines = reasonOf(error)
    .split('\n')
    .map((line) => line.trim())
  return (isWritten ? undefined : explainFailure(error)) ?? lines.filter((line) => line !== '').join(' ')
}
