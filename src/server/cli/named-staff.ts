import { findStaffId } from '#server/features/accounts/people/staff.ts'
import { operator, type Actor } from '#server/lib/actors.ts'
import type { Database } from '#server/lib/db.ts'

/** Throws if the email address does not belong to a staff member. */
export async function getStaffId(db: Database, email: string): Promise<string> {
  const id = await findStaffId(db, email)
  if (!id) throw new Error(`${email} isn’t a staff account.`)
  return id
}

/** `by` is a staff member's email address; without it the actor is unnamed. */
export async function getOperator(db: Database, by: string | undefined): Promise<Actor> {
  return operator(by === undefined ? null : await getStaffId(db, by))
}
