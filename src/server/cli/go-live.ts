import { parseArgs } from 'node:util'
import { findCopy, goLive as putLive } from '#server/features/backups/going-live.ts'
import { unlessRunning } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { openPlace } from '#server/lib/site-files.ts'
import type { Command, Say } from './command.ts'
import { eraseAccounts, listErasedSince } from './erase-again.ts'
import { withDeps } from './with-deps.ts'

const USAGE = `Usage:
  npm run go-live                            shows what a restored copy is missing; changes nothing
  npm run go-live -- --old-site-is-off       makes it the live site: reads card provider activity since the backup, then starts selling, emailing and refunding again`

const ALREADY_LIVE = 'This isn’t a restored copy: it’s already live.'

export const goLive: Command = { usage: USAGE, run: runGoLive }

async function runGoLive(args: string[], say: Say, note?: Say): Promise<void> {
  const { values } = parseArgs({ args, options: { 'old-site-is-off': { type: 'boolean', default: false } } })
  const isMeant = values['old-site-is-off']
  await withDeps(
    note,
    async (deps, log) => {
      if (isMeant) {
        if (await unlessRunning(deps.db, 'going-live', async () => goLiveOnce(deps, log, say))) return
        throw new Error('Another command is already putting this copy live.')
      }
      const copy = await findCopy(deps.db)
      if (!copy) return say(ALREADY_LIVE)
      sayWhatIsLost(copy.moment, say)
      say('\nSwitch off the old site so it stops selling and sending email. Then run: npm run go-live -- --old-site-is-off')
      process.exitCode = 1
    },
    { goesLive: isMeant },
  )
}

async function goLiveOnce(deps: Deps, log: App['log'], say: Say): Promise<void> {
  const copy = await findCopy(deps.db)
  if (!copy) return say(ALREADY_LIVE)
  sayWhatIsLost(copy.moment, say)
  await eraseSince(deps, log, copy.moment, say)
  say('\nReading from the card provider…')
  const { heldBack, tasks } = await putLive(deps, log, copy)
  say(`This is now the live site. Tasks opened: ${tasks}${tasks > 0 ? ' (npm run tasks -- list)' : ''}.`)
  if (heldBack > 0) say(`Emails held back because the old site may have sent them: ${heldBack} (npm run mails -- failed).`)
  say('Staff accounts are still disabled. Run npm run create-admin to create an administrator, who can enable the others.')
}

/** The old site went on after the restore, and noted beside its backups who deleted an account there. */
async function eraseSince(deps: Deps, log: App['log'], moment: Date, say: Say): Promise<void> {
  const { BACKUP_TO: to } = deps.config
  if (to === undefined)
    return say('\nBACKUP_TO isn’t set, so this copy can’t tell which accounts were deleted on the old site since the restore.')
  const place = await openPlace(deps.config, to)
  try {
    await eraseAccounts(deps, log, await listErasedSince(place, moment), say)
  } finally {
    place.storage.close()
  }
}

function sayWhatIsLost(moment: Date, say: Say): void {
  say(`This copy is from ${moment.toISOString()}. Anything later that isn’t also at the card provider is lost:
- phone bookings, and cash and transfer payments
- quote requests and answers, and enquiries and replies
- departures cancelled or blocked, and refunds not yet sent to the card provider
- accounts, reviews, and changes to tours, seats, prices and settings
Later card payments and refunds are read from the provider. Each one is recorded or becomes a task for staff.`)
}
