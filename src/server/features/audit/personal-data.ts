import type { PersonalData } from '#server/lib/personal-data.ts'
import { listSignIns } from './queries.ts'

const EXPORTED = 1000

/** A person's sign-ins. The entries outlive the account: they contain no name, only its id, which then identifies nobody. */
export const auditPersonalData: PersonalData = {
  export: async (db, userId) => ({ signIns: await listSignIns(db, userId, EXPORTED) }),
  findObstacle: async () => undefined,
  forget: async () => undefined,
}
