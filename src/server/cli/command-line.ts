import { accounts } from './accounts.ts'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { bookings } from './bookings.ts'
import { runCommand, type Command, type Say } from './command.ts'
import { createAdmin } from './create-admin.ts'
import { doctor } from './doctor.ts'
import { files } from './files.ts'
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
  doctor,
  backup,
  restore,
  'go-live': goLive,
}

/** As `runCommand`, by the name of the command. */
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
  return runCommand(command, args, say, complain)
}
