import { z } from 'zod/mini'
import {
  journalEntrySchema,
  journalFiltersSchema,
  journalQuerySchema,
  moneySchema,
  payoutMovementsSchema,
  payoutSchema,
  payoutsQuerySchema,
} from '#shared/ledger/staff.ts'
import { revenueFiltersSchema, revenueQuerySchema, revenueSchema } from '#shared/ledger/revenue.ts'
import { centsToDecimal } from '#shared/money.ts'
import { calls } from '#shared/paths.ts'
import { sendCsvFile } from '#server/lib/csv-file.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/lib/actors.ts'
import { recordExport } from '#server/features/audit/commands.ts'
import { readMoney } from './balances/queries.ts'
import { journalFile } from './journal/journal-file.ts'
import { listEntries } from './journal/queries.ts'
import { listPayoutMovements, listPayouts } from './provider/payouts.ts'
import { readKnownMonths, readRevenue } from './revenue/queries.ts'
import { revenueFile } from './revenue/revenue-file.ts'

const idParamsSchema = z.object({ id: z.string().check(z.maxLength(255)) })

export function staffLedgerRoutes(app: App, { auth, config, db, now }: Deps): void {
  app.get(calls.staffMoney, { config: { permission: 'money.read' }, schema: { response: { 200: moneySchema } } }, async () => readMoney(db))

  app.get(
    calls.staffJournal,
    { config: { permission: 'money.read' }, schema: { querystring: journalQuerySchema, response: { 200: z.array(journalEntrySchema) } } },
    async (request) => {
      const entries = await listEntries(db, request.query)
      return entries.map(({ happenedAt, lines, ...entry }) => ({
        ...entry,
        happenedAt: happenedAt.toISOString(),
        lines: lines.map(({ account, cents, currency }) => ({ account, amount: centsToDecimal(cents), currency })),
      }))
    },
  )

  app.get(
    calls.staffPayouts,
    { config: { permission: 'money.read' }, schema: { querystring: payoutsQuerySchema, response: { 200: z.array(payoutSchema) } } },
    async (request) => listPayouts(db, request.query.before),
  )

  app.get(
    calls.staffPayout(':id'),
    { config: { permission: 'money.read' }, schema: { params: idParamsSchema, response: { 200: payoutMovementsSchema } } },
    async (request) => listPayoutMovements(db, request.params.id),
  )

  app.get(
    calls.staffJournalFile,
    { config: { permission: 'money.export' }, schema: { querystring: journalFiltersSchema } },
    async (request, reply) => {
      const actor = actorOf(request, auth.require(request))
      const entry = { actor, action: 'journal.exported', subject: { kind: 'journal', id: null } } as const
      const file = journalFile(db, request.query, config.AGENCY_TIME_ZONE)
      return sendCsvFile(reply, { name: 'journal', at: now() }, recordExport(db, entry, request.query, file))
    },
  )

  app.get(
    calls.staffRevenue,
    { config: { permission: 'money.read' }, schema: { querystring: revenueQuerySchema, response: { 200: revenueSchema } } },
    async (request) => readRevenue(db, request.query),
  )

  app.get(
    calls.staffRevenueFile,
    { config: { permission: 'money.export' }, schema: { querystring: revenueFiltersSchema } },
    async (request, reply) => {
      const actor = actorOf(request, auth.require(request))
      const entry = { actor, action: 'revenue.exported', subject: { kind: 'journal', id: null } } as const
      const file = revenueFile(db, request.query, await readKnownMonths(db))
      return sendCsvFile(reply, { name: 'revenue', at: now() }, recordExport(db, entry, request.query, file))
    },
  )
}
