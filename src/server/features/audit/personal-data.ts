import type { PersonalData } from '#server/lib/personal-data.ts'
import { listSignIns } from './queries.ts'

const EXPORTED = 1000

/** Entries outlive the account, since they contain only its id, which then identifies nobody. */
export const auditPersonalData: PersonalData = {
  export: async (db, userId) => ({ signIns: await listSignIns(db, userId, EXPORTED) }),
  findObstacle: async () => undefined,
  forget: async () => undefined,
}
