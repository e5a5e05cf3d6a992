import type { StaffArea } from '#shared/vehicles/coverage.ts'
import type { Database } from '#server/lib/db.ts'

/** Includes areas no longer served. Not paged, since there are a few thousand at most. */
export async function listAreas(db: Database): Promise<StaffArea[]> {
  return db.selectFrom('coverage_areas').select(['code', 'name', 'is_active as isActive']).orderBy('code').execute()
}
