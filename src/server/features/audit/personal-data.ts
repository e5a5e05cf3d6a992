import type { PersonalData } from '#server/lib/personal-data.ts'
import { listSignIns } from './queries.ts'

/** A person's export contains their newest sign-ins, up to this many. */
const EXPORTED = 1000

/** A person's sign-ins. The entries outlive the account: they contain no name, only its id, which then identifies nobody. */
export const auditPersonalData: PersonalData = {
  export: async (db, userId) => ({ signIns: await listSignIns(db, userId, EXPORTED) }),
  findObstacle: async () => undefined,
  forget: async () => undefined,
}
