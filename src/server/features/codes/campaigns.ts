import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as calls from '#shared/codes/staff-calls.ts'
import type { NewCampaignBody, StaffCode, SwitchCampaignBody } from '#shared/codes/staff.ts'
import { recordAudit, recordExport, type FilePart } from '#server/features/audit/commands.ts'
import type { Actor } from '#server/lib/actors.ts'
import { BYTE_ORDER_MARK, csvLine, sendCsvFile } from '#server/lib/csv.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { factsOf, toColumns, wrong } from './terms.ts'

/** Without characters that look alike: 0 and O, 1 and I. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 32 to the power of 8: at a hundred tries per network in a quarter of an hour, no one can guess one of 5,000. */
const RANDOM_LETTERS = 8

/** Campaigns of single codes, each for one booking. */
export function campaignCalls({ change, flow }: Serving, now: Deps['now']): void {
  change(calls.addCampaign, async ({ trx, actor, body }) => {
    await addCampaign(trx, actor, body, now())
    return { message: 'Campaign created' }
  })
  change(calls.switchCampaign, async ({ trx, actor, body }) => {
    await switchCampaign(trx, actor, body)
    return { message: body.isActive ? 'Campaign switched on' : 'Campaign switched off' }
  })
  flow(calls.downloadCampaign, async ({ deps: { db }, actor, query, reply }) => {
    const { campaign } = query
    const { id } = await getCampaign(db, campaign)
    const entry = { actor, action: 'code.exported', subject: { kind: 'code', id } } as const
    return sendCsvFile(
      reply,
      { name: `codes-${campaign.replaceAll(/[^\w-]+/g, '-')}`, at: now() },
      recordExport(db, entry, query, campaignFile(db, campaign)),
    )
  })
}

/** Throws 400 for a campaign that already exists. */
async function addCampaign(trx: Trx, actor: Actor, { name, prefix, count, ...terms }: NewCampaignBody, now: Date): Promise<void> {
  // Two people can’t create the same campaign at the same time.
  await lockCampaign(trx, name)
  const known = await trx.selectFrom('codes').select('id').where('campaign', '=', name).executeTakeFirst()
  if (known) throw wrong('name', 'A campaign with this name already exists')
  const texts = new Set<string>()
  while (texts.size < count) texts.add(`${prefix}${prefix && '-'}${randomLetters()}`)
  const columns = toColumns({ ...terms, mostUses: 1 })
  // The first row inserted leads the campaign.
  const rows = [...texts].toSorted().map((text) => ({ id: randomUUID(), text, campaign: name, created_at: now, ...columns }))
  for (let from = 0; from < rows.length; from += 500) {
    const made = await trx
      .insertInto('codes')
      .values(rows.slice(from, from + 500))
      .onConflict((conflict) => conflict.column('text').doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows !== BigInt(Math.min(500, rows.length - from)))
      throw wrong('prefix', 'Please choose a different prefix')
  }
  const { id } = await getCampaign(trx, name)
  await recordAudit(trx, {
    actor,
    action: 'code.campaign_made',
    subject: { kind: 'code', id },
    after: { codes: count, ...factsOf(terms) },
  })
}

/** Activates or deactivates all codes of a campaign; existing bookings aren’t affected. Throws 404. */
async function switchCampaign(trx: Trx, actor: Actor, { campaign, isActive }: SwitchCampaignBody): Promise<void> {
  await lockCampaign(trx, campaign)
  const { id } = await getCampaign(trx, campaign)
  const { numUpdatedRows } = await trx
    .updateTable('codes')
    .set((eb) => ({ is_active: isActive, version: eb('version', '+', 1) }))
    .where('campaign', '=', campaign)
    .where('campaign', '!=', '')
    .where('is_active', '!=', isActive)
    .executeTakeFirstOrThrow()
  const codes = Number(numUpdatedRows)
  if (codes === 0) return
  await recordAudit(trx, { actor, action: 'code.campaign_switched', subject: { kind: 'code', id }, after: { codes, isActive } })
}

async function lockCampaign(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`campaign ${name}`}))`.execute(trx)
}

function randomLetters(): string {
  return Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** A campaign’s codes are limited to one booking each, so their own count says whether they’re used. */
export async function readCampaigns(db: Database, names: string[]): Promise<Map<string, StaffCode['ofCampaign']>> {
  if (names.every((name) => name === '')) return new Map()
  const rows = await db
    .selectFrom('codes')
    .select(({ fn }) => [
      'campaign',
      fn.countAll<number>().as('codes'),
      fn.countAll<number>().filterWhere('uses', '>', 0).as('used'),
      fn.countAll<number>().filterWhere('is_active', '=', true).as('active'),
    ])
    .where('campaign', 'in', names)
    .where('campaign', '!=', '')
    .groupBy('campaign')
    .execute()
  return new Map(rows.map(({ campaign, ...whole }) => [campaign, whole]))
}

/** Returns the code that leads a campaign. Throws 404. */
async function getCampaign(db: Database | Trx, campaign: string): Promise<{ id: string }> {
  const first = await db
    .selectFrom('codes')
    .select('id')
    .where('campaign', '=', campaign)
    .where('leads_campaign', '=', true)
    .executeTakeFirst()
  if (!first) throw notFound('Campaign')
  return first
}

async function* campaignFile(db: Database, campaign: string): AsyncGenerator<FilePart> {
  const rows = await db
    .selectFrom('codes')
    .leftJoin('code_uses', (join) => join.onRef('code_id', '=', 'codes.id').on('freed_at', 'is', null))
    .select(['text', 'booking_id'])
    .where('campaign', '=', campaign)
    .where('campaign', '!=', '')
    .orderBy('text')
    .execute()
  const lines = rows.map(({ text, booking_id }) => csvLine([text, booking_id === null ? '' : 'yes']))
  yield { text: BYTE_ORDER_MARK + csvLine(['Code', 'Used']) + lines.join(''), rows: rows.length }
}
