import { findStaffId } from '#server/features/accounts/queries.ts'
import { operator, type Actor } from '#server/features/audit/commands.ts'
import type { Database } from '#server/lib/db.ts'

/** Returns the account of one of the staff. Throws when the email address is nobody's of them. */
export async function getStaffId(db: Database, email: string): Promise<string> {
  const id = await findStaffId(db, email)
  if (!id) throw new Error(`${email} is not one of the staff.`)
  return id
}

/** Returns whose decision a command is. `by`: an email address of the staff; without it, nobody is named. */
export async function getOperator(db: Database, by: string | undefined): Promise<Actor> {
  return operator(by === undefined ? null : await getStaffId(db, by))
}
