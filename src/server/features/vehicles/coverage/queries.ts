import type { StaffArea } from '#shared/coverage.ts'
import type { Database } from '#server/lib/db.ts'

/** Returns all areas, also those that are no longer served: there are some thousands at most. */
export async function listAreas(db: Database): Promise<StaffArea[]> {
  return db.selectFrom('coverage_areas').select(['code', 'name', 'is_active as isActive']).orderBy('code').execute()
}
