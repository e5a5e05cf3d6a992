import { parseArgs } from 'node:util'
import { ConfigError, loadProcessConfig, type Config } from '#server/config.ts'
import { connect, hasDatabase, type Connection } from '#server/connection.ts'
import { createDeps } from '#server/create-deps.ts'
import { createServer } from '#server/app.ts'
import { createDatabase, createPool } from '#server/lib/db.ts'
import { explainFailure } from '#server/explain-failure.ts'
import type { Command, Say } from './command.ts'
import { examineAddress } from './doctor/address.ts'
import { examineBackupPlace } from './doctor/backup-place.ts'
import { examineCards } from './doctor/cards.ts'
import { examineDatabase, examineOwner } from './doctor/database.ts'
import { fault, ok, reasonOf, warning, type Finding, type FindingState } from './doctor/finding.ts'
import { examineDisk } from './doctor/machine.ts'
import { examineMail } from './doctor/mail.ts'
import { examineProxy } from './doctor/proxy.ts'
import { examineMachines, examineWork } from './doctor/work.ts'

const USAGE = `Usage:
  npm run doctor [-- --json]
Checks settings, disk, backup destination, mail, public address, database, card provider and pending work, and says how to fix any problems. Changes nothing, apart from writing and removing a small test file in the backup destination. Exits with 1 if anything is broken. For JSON without npm’s own lines: npm run --silent doctor -- --json`

const MARKS: Record<FindingState, string> = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' }

const COPY = warning(
  'restored copy',
  'This is a restored copy: it sends no emails, takes no payments and refunds nothing.',
  'Once the old site is off, run npm run go-live.',
)

/** Exits with 1 if something is broken. */
export const doctor: Command = { usage: USAGE, run: runDoctor }

async function runDoctor(args: string[], say: Say): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const findings = await examine()
  if (values.json) say(JSON.stringify(findings))
  else for (const finding of findings) say(inWords(finding))
  if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1
}

function inWords({ about, state, says, remedy }: Finding): string {
  return `${MARKS[state]}  ${about}: ${says}${remedy ? ` ${remedy}` : ''}`
}

async function examine(): Promise<Finding[]> {
  let config: Config
  try {
    config = loadProcessConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
      .split('\n')
      .map((line) => fault('settings', line, 'Correct it in .env or the unit’s file of settings (see .env.example).'))
  }
  const outside = await Promise.all([examineDisk(config.DATA_DIR), examineBackupPlace(config), examineMail(config), examineAddress(config)])
  return [...examineSettings(config), ...outside.flat(), ...(await examineInside(config))]
}

function examineSettings({ warnings }: Config): Finding[] {
  if (warnings.length === 0) return [ok('settings', 'Valid and consistent.')]
  return warnings.map((line) => warning('settings', line, 'Settings are explained in .env.example.'))
}

/** The embedded database is started for as long as this takes, unless the site is running. */
async function examineInside(config: Config): Promise<Finding[]> {
  if (!hasDatabase(config))
    return [
      warning(
        'database',
        `None in ${config.DATA_DIR} yet.`,
        'Run npm start to create it, or use the site’s settings (ops/meridian doctor).',
      ),
    ]
  try {
    const connection = await connect(config)
    try {
      return await examineConnected(config, connection)
    } finally {
      await connection.stop()
    }
  } catch (error) {
    return [fault('database', explainFailure(error) ?? `${reasonOf(error)}.`, 'See above, and check the PostgreSQL log.')]
  }
}

async function examineConnected(config: Config, { options, owner }: Connection): Promise<Finding[]> {
  const db = createDatabase(createPool(options, 1, () => undefined))
  const database = await examineDatabase(db)
  await db.destroy()
  // The rest reads tables that an older schema may lack.
  if (database.some(({ about, state }) => about !== 'database settings' && (state === 'fault' || state === 'warning'))) return database
  const { log } = createServer({ ...config, LOG_LEVEL: 'silent' })
  const { deps, stop } = await createDeps(config, options, { log })
  try {
    const ofOwner = await examineOwner(owner, config.BACKUP_TO !== undefined && config.BACKUP_PROOF !== 'off')
    const ofCopy = (await deps.copy.isCopy()) ? [COPY] : []
    return [
      ...ofCopy,
      ...database,
      ...ofOwner,
      ...(await examineProxy(deps)),
      ...(await examineCards(deps)),
      ...(await examineMachines(deps)),
      ...(await examineWork(deps)),
    ]
  } finally {
    await stop()
  }
}
