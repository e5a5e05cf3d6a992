import type { StaffArea } from '#shared/vehicles/coverage.ts'
import type { Database } from '#server/lib/db.ts'

/** Includes areas that are no longer served. Some thousands at most, so there are no pages. */
export async function listAreas(db: Database): Promise<StaffArea[]> {
  return db.selectFrom('coverage_areas').select(['code', 'name', 'is_active as isActive']).orderBy('code').execute()
}
