import { auditFiltersSchema, type AuditFilters } from '#shared/audit/staff.ts'

const NAMES = ['actor', 'action', 'subject', 'from', 'to'] as const

/** Invalid filters are ignored. */
export function filtersFrom(params: URLSearchParams): AuditFilters {
  const filters: Record<string, string> = {}
  for (const name of NAMES) {
    const value = params.get(name)?.trim() ?? ''
    if (value !== '' && auditFiltersSchema.safeParse({ [name]: value }).success) filters[name] = value
  }
  return filters
}
