import { AUDIT_ACTIONS, auditFiltersSchema, type AuditFilters } from '#shared/audit/staff.ts'

const NAMES = ['actor', 'action', 'subject', 'from', 'to'] as const

export const AUDIT_FIELDS = [
  { name: 'actor', label: 'Who', placeholder: 'Name, email or id', maxLength: 254 },
  {
    name: 'action',
    label: 'What',
    placeholder: 'Any action',
    options: Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
  },
  { name: 'subject', label: 'About', placeholder: 'Reference, email or id', maxLength: 254 },
] as const

/** Invalid filters are ignored. */
export function filtersFrom(params: URLSearchParams): AuditFilters {
  const filters: Record<string, string> = {}
  for (const name of NAMES) {
    const value = params.get(name)?.trim() ?? ''
    if (value !== '' && auditFiltersSchema.safeParse({ [name]: value }).success) filters[name] = value
  }
  return filters
}
