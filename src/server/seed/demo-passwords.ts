import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { dropOpenChanges } from '#server/features/accounts/email-changes.ts'
import { passwordColumns, prepareNewPassword, verifyPassword } from '#server/features/accounts/passwords.ts'
import { forgetDevices } from '#server/features/accounts/sessions/devices.ts'
import { revokeAllSessions } from '#server/features/accounts/sessions/sessions.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { operator } from '#server/lib/actors.ts'
import { PRIVATE_FILE } from '#server/lib/data-folder.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { readPrintedPasswords } from '#server/lib/demo-accounts.ts'
import { createToken } from '#server/lib/secrets.ts'

export interface PrintedAccount {
  email: string
  password: string
}

export async function listPublishedPasswords(db: Database): Promise<PrintedAccount[]> {
  const found: PrintedAccount[] = []
  for (const [id, password] of await readPrintedPasswords()) {
    const user = await db.selectFrom('users').select(['email', 'password_hash']).where('id', '=', id).executeTakeFirst()
    if (user?.password_hash && (await verifyPassword(user.password_hash, password))) found.push({ email: user.email, password })
  }
  return found
}

/** Per account, because a data folder may serve several databases in turn. */
const MAX_KEPT = 10

/** The passwords that we gave to demo accounts, in the data folder: one line each, `email  password`. */
interface KeptPasswords {
  file: string
  /** Newest first. */
  listOf(email: string): Promise<string[]>
  keep(email: string, password: string): Promise<void>
}

function openKeptPasswords(folder: string): KeptPasswords {
  const file = path.join(path.resolve(folder), 'demo-passwords.txt')

  async function read(): Promise<string[]> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    return text.split('\n').filter(Boolean)
  }

  /** Replaces the file in one step, because a crash must not lose passwords that exist nowhere else. */
  async function write(lines: string[]): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true })
    const unfinished = `${file}.new`
    await writeFile(unfinished, lines.map((line) => `${line}\n`).join(''), { mode: PRIVATE_FILE })
    await rename(unfinished, file)
  }

  const isOf = (email: string) => (line: string) => line.startsWith(`${email}  `)

  return {
    file,
    listOf: async (email) =>
      (await read())
        .filter(isOf(email))
        .map((line) => line.slice(email.length + 2))
        .toReversed(),
    async keep(email, password) {
      const lines = await read()
      const own = [...lines.filter(isOf(email)), `${email}  ${password}`].slice(-MAX_KEPT)
      await write([...lines.filter((line) => !isOf(email)(line)), ...own])
    },
  }
}

type Say = (line: string) => void

interface Settings extends Pick<Config, 'openedBy' | 'DATA_DIR'> {
  /** True if the printed passwords may return: only the site itself can tell that no one else reaches it. */
  mayReturn: boolean
}

interface SharedAccount {
  id: string
  email: string
  passwordHash: string
}

/**
 * Gives the demo accounts passwords suited to where the site runs: the printed ones at home, and random ones where others may reach it,
 * shown once through `say` and kept in the data folder. A password that someone else set is left alone. Of several processes started at
 * once, only one makes the change.
 */
export async function settleDemoPasswords(db: Database, settings: Settings, say: Say): Promise<void> {
  const { openedBy, mayReturn } = settings
  const kept = openKeptPasswords(settings.DATA_DIR)
  const printed = await readPrintedPasswords()
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('meridian-demo-passwords'))`.execute(trx)
    const accounts = await trx
      .selectFrom('users')
      .select(['id', 'email', 'password_hash as passwordHash'])
      .where('id', 'in', [...printed.keys()])
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .forUpdate()
      .execute()
    if (openedBy !== null) await giveOwn(trx, accounts, { openedBy, printed, kept }, say)
    else if (mayReturn) await returnPrinted(trx, accounts, { printed, kept }, say)
  })
}

interface Passwords {
  printed: ReadonlyMap<string, string>
  kept: KeptPasswords
}

async function giveOwn(trx: Trx, accounts: SharedAccount[], passwords: Passwords & { openedBy: string }, say: Say): Promise<void> {
  const { openedBy, printed, kept } = passwords
  const given: string[] = []
  let hasKept = false
  for (const account of accounts) {
    if (await verifyPassword(account.passwordHash, printed.get(account.id) ?? '')) {
      const password = createToken()
      // Stored first: in the other order, a crash would leave an account whose password no one knows.
      await kept.keep(account.email, password)
      await exchange(trx, account.id, password)
      given.push(`  ${account.email}  ${password}`)
    } else if (await findKept(kept, account)) hasKept = true
  }
  if (given.length > 0) {
    say(`Other machines can reach this site (${openedBy}), so its demo accounts have random passwords. They’re shown only this once:`)
    for (const line of given) say(line)
  }
  if (given.length > 0 || hasKept) say(`The demo account passwords are in ${kept.file}.`)
}

async function returnPrinted(trx: Trx, accounts: SharedAccount[], { printed, kept }: Passwords, say: Say): Promise<void> {
  for (const account of accounts) {
    const password = printed.get(account.id)
    if (password === undefined || !(await findKept(kept, account))) continue
    await exchange(trx, account.id, password)
    say(`Only this machine can reach the site, so ${account.email} has its published password again (see README.md).`)
  }
}

async function findKept(kept: KeptPasswords, { email, passwordHash }: SharedAccount): Promise<string | undefined> {
  for (const password of await kept.listOf(email)) if (await verifyPassword(passwordHash, password)) return password
  return undefined
}

async function exchange(trx: Trx, userId: string, password: string): Promise<void> {
  const columns = passwordColumns(await prepareNewPassword(password))
  await trx.updateTable('users').set(columns).where('id', '=', userId).execute()
  await trx.deleteFrom('account_links').where('user_id', '=', userId).where('purpose', '=', 'reset').execute()
  await dropOpenChanges(trx, userId)
  await revokeAllSessions(trx, userId, new Date())
  await forgetDevices(trx, userId)
  await recordAudit(trx, { actor: operator(), action: 'password.set', subject: { kind: 'account', id: userId } })
}
