import { z } from 'zod/mini'
import { get } from '#shared/contract.ts'
import { auditFiltersSchema, auditQuerySchema, staffAuditEntrySchema } from './staff.ts'

export const listAudit = get('/staff/audit', { may: 'audit.read', query: auditQuerySchema, returns: z.array(staffAuditEntrySchema) })
/** A CSV file of all matching entries. */
export const downloadAudit = get('/staff/audit-file', { may: 'audit.export', query: auditFiltersSchema })
