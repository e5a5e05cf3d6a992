import { parseArgs } from 'node:util'
import { goLive as putLive } from '#server/features/backups/going-live/flows.ts'
import { findCopy } from '#server/features/backups/going-live/queries.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { openPlace } from '#server/lib/site-files.ts'
import type { Command, Say } from './command.ts'
import { eraseAccounts, listErasedSince } from './erase-again.ts'
import { withDeps } from './with-deps.ts'

const USAGE = `Usage:
  npm run go-live                            says what a restored copy lacks, and changes nothing
  npm run go-live -- --old-site-is-off       makes it the site: reads the card provider since the backup, then sells, mails and refunds again`

export const goLive: Command = { usage: USAGE, run: runGoLive }

async function runGoLive(args: string[], say: Say): Promise<void> {
  const { values } = parseArgs({ args, options: { 'old-site-is-off': { type: 'boolean', default: false } } })
  const isMeant = values['old-site-is-off']
  await withDeps(
    say,
    async (deps, log) => {
      const copy = await findCopy(deps.db)
      if (!copy) return say('This is no restored copy: it is live.')
      sayWhatIsLost(copy.moment, say)
      if (!isMeant) {
        say('\nSwitch the old site off, so that it neither sells nor sends anything more. Then: npm run go-live -- --old-site-is-off')
        process.exitCode = 1
        return
      }
      await eraseSince(deps, log, copy.moment, say)
      say('\nReading the card provider …')
      const { heldBack, tasks } = await putLive(deps, log, copy)
      say(`This is the site now. Tasks opened: ${tasks}${tasks > 0 ? ' (npm run tasks -- list)' : ''}.`)
      if (heldBack > 0) say(`Emails held back, as the old site may have sent them: ${heldBack} (npm run mails -- failed).`)
      say('Who works here is disabled still: npm run create-admin makes an administrator, who enables the others.')
    },
    { goesLive: isMeant },
  )
}

/** The old site went on after the restore, and noted beside its backups who deleted an account there. */
async function eraseSince(deps: Deps, log: App['log'], moment: Date, say: Say): Promise<void> {
  const { BACKUP_TO: to } = deps.config
  if (to === undefined)
    return say('\nBACKUP_TO is not set, so it is not known here who has deleted an account at the old site since the restore.')
  const place = await openPlace(deps.config, to)
  try {
    await eraseAccounts(deps, log, await listErasedSince(place, moment), say)
  } finally {
    place.storage.close()
  }
}

function sayWhatIsLost(moment: Date, say: Say): void {
  say(`This copy shows ${moment.toISOString()}. Lost is what came after, and is neither here nor at the card provider:
- bookings by telephone, and payments in cash or by transfer
- quotes that were asked for or answered, and enquiries and their answers
- departures that were cancelled or closed, and refunds that had not reached the card provider yet
- accounts, reviews, and changes of tours, seats, prices and settings
Card payments and refunds since are read from the provider: each becomes a row, or a task for staff.`)
}
