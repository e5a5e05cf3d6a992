import { z } from 'zod/mini'
import { get, post, put } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { closeTillBodySchema, ledgerLockSchema, lockBodySchema, tillDaysSchema, tillsQuerySchema } from './days.ts'
import {
  batchesQuerySchema,
  batchFileQuerySchema,
  batchSchema,
  exportNumbersBodySchema,
  exportSchema,
  makeBatchBodySchema,
} from './export.ts'
import { revenueFiltersSchema, revenueQuerySchema, revenueSchema } from './revenue.ts'
import {
  journalEntrySchema,
  journalFiltersSchema,
  journalQuerySchema,
  moneySchema,
  payoutMovementsSchema,
  payoutSchema,
  payoutsQuerySchema,
} from './staff.ts'

const longIdSchema = z.object({ id: z.string().check(z.maxLength(255)) })

export const getMoney = get('/staff/money', { may: 'money.read', returns: moneySchema })

export const listJournal = get('/staff/journal', { may: 'money.read', query: journalQuerySchema, returns: z.array(journalEntrySchema) })
export const downloadJournal = get('/staff/journal-file', { may: 'money.export', query: journalFiltersSchema })

export const listPayouts = get('/staff/payouts', { may: 'money.read', query: payoutsQuerySchema, returns: z.array(payoutSchema) })
export const listPayoutMovements = get('/staff/payouts/:id', { may: 'money.read', params: longIdSchema, returns: payoutMovementsSchema })

export const listTills = get('/staff/tills', { may: 'money.read', query: tillsQuerySchema, returns: tillDaysSchema })
export const closeTill = post('/staff/tills', { may: 'money.closeTill', body: closeTillBodySchema, returns: messageResponseSchema })

export const getLedgerLock = get('/staff/ledger-lock', { may: 'money.read', returns: ledgerLockSchema })
export const changeLedgerLock = put('/staff/ledger-lock', { may: 'money.lock', body: lockBodySchema, returns: messageResponseSchema })

export const getRevenue = get('/staff/revenue', { may: 'money.read', query: revenueQuerySchema, returns: revenueSchema })
export const downloadRevenue = get('/staff/revenue-file', { may: 'money.export', query: revenueFiltersSchema })

export const getExport = get('/staff/export', { may: 'money.read', returns: exportSchema })
export const changeExportNumbers = put('/staff/export-numbers', {
  may: 'money.export',
  body: exportNumbersBodySchema,
  returns: messageResponseSchema,
})
export const listBatches = get('/staff/export-batches', { may: 'money.read', query: batchesQuerySchema, returns: z.array(batchSchema) })
export const makeBatch = post('/staff/export-batches', {
  may: 'money.export',
  body: makeBatchBodySchema,
  returns: z.object({ number: z.number() }),
})
export const downloadBatch = get('/staff/export-batches/:id/file', {
  may: 'money.export',
  params: longIdSchema,
  query: batchFileQuerySchema,
})
