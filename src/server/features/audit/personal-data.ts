import type { PersonalData } from '#server/lib/personal-data.ts'
import { listSignIns } from './queries.ts'

/** So many sign-ins are in a person's export, the newest ones. */
const EXPORTED = 1000

/** A person's sign-ins. The entries stay when the account ends: they hold its id, which then is nobody's, and no name. */
export const auditPersonalData: PersonalData = {
  export: async (db, userId) => ({ signIns: await listSignIns(db, userId, EXPORTED) }),
  findObstacle: async () => undefined,
  forget: async () => undefined,
}
