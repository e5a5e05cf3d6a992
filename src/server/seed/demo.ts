import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { passwordColumns, prepareNewPassword } from '#server/features/accounts/passwords.ts'
import type { Database } from '#server/lib/db.ts'
import { inventBusiness, type BusinessSettings } from './business/business.ts'
import { readContent } from './content.ts'
import { insertPictures } from './pictures.ts'
import { insertServices } from './services.ts'
import { insertTour, interleave } from './tours.ts'

export interface DemoSettings {
  /** True to add missing content to a database in use, which is otherwise left alone. */
  isAdded?: boolean
  /** The year of invented business, if wanted. A database in use gets none. */
  business?: BusinessSettings | undefined
}

/**
 * Fills an empty database with the demo content of `seed/` and returns whether anything was written. A database with any
 * tour or account is left alone unless `isAdded` is set. Of two processes started at once, only one fills it. The
 * accounts get the printed passwords of `seed/`, which are valid only at home (`settleDemoPasswords`).
 */
export async function seedDemo(db: Database, { isAdded = false, business }: DemoSettings): Promise<boolean> {
  const content = await readContent()
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('meridian-seed'))`.execute(trx)
    const isUsed = await sql<{ used: boolean }>`select exists (select from tours) or exists (select from users) as used`.execute(trx)
    if (isUsed.rows[0]?.used && !isAdded) return false
    await insertPictures(trx, content.pictures)
    for (const [place, tour] of interleave(content.tours).entries()) await insertTour(trx, tour, place)
    await insertServices(trx, content.services)
    await trx
      .insertInto('coverage_areas')
      .values(content.coverage.areas)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .insertInto('codes')
      .values(content.codes.map((code) => ({ id: randomUUID(), created_at: new Date(), ...code })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .insertInto('ready_answers')
      .values(content.readyAnswers.map(({ name, text }) => ({ id: randomUUID(), name, body: text })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const { password, profileImage, ...account } of content.accounts) {
      const profile_image = `/art/${profileImage}-200.webp`
      await trx
        .insertInto('users')
        .values({ ...account, profile_image, ...passwordColumns(await prepareNewPassword(password)), email_confirmed_at: new Date() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const admin = content.accounts.find(({ role }) => role === 'admin')
    if (business && !isUsed.rows[0]?.used) await inventBusiness(trx, business, admin?.id ?? null)
    return true
  })
}
