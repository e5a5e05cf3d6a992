import { sql } from 'kysely'
import type { CodesQuery, CodeTerms, StaffCode } from '#shared/codes/staff.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts'
import { writtenCode } from '#shared/written-codes.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { formOf, literally, readSought } from '#server/lib/search-forms.ts'
import { isUuid } from '#server/lib/uuids.ts'
import type { FilePart } from '#server/features/audit/commands.ts'
import type { CodeRow } from './queries.ts'

/** Newest first; of the codes of a campaign only one, since the others are alike, and the one that is searched for in full. */
export async function listCodes(db: Database, { search, limit, before }: CodesQuery): Promise<StaffCode[]> {
  if (before !== undefined && !isUuid(before)) return []
  const listed =
    search === undefined
      ? codesBefore(db, before, limit).where(sql<boolean>`(campaign = '' or leads_campaign)`)
      : await findCodes(db, { search, before, limit })
  const rows = await db
    .selectFrom(listed.as('codes'))
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('code_uses')
        .select((inner) => inner.fn.countAll<number>().as('used'))
        .whereRef('code_id', '=', 'codes.id')
        .where('freed_at', 'is', null)
        .as('used'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const campaigns = await readCampaigns(db, [...new Set(rows.map(({ campaign }) => campaign))])
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    campaign: row.campaign,
    version: row.version,
    uses: row.used ?? 0,
    createdAt: row.created_at.toISOString(),
    ofCampaign: campaigns.get(row.campaign) ?? null,
    ...toTerms(row),
  }))
}

function codesBefore(db: Database, before: string | undefined, limit: number, from: 'codes' | 'leads' = 'codes') {
  return db
    .with(
      (cte) => cte('leads').materialized(),
      (leads) => leads.selectFrom('codes').selectAll().where('leads_campaign', '=', true),
    )
    .selectFrom(from === 'leads' ? 'leads as codes' : 'codes')
    .selectAll()
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (select last.created_at, last.id from codes as last where last.id = ${before})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}

/** One condition each, so that each has its index. */
async function findCodes(db: Database, { search, before, limit }: { search: string; before: string | undefined; limit: number }) {
  const page = codesBefore(db, before, limit)
  const sought = await readSought(db, search)
  const written = writtenCode(search)
  const [singles, campaigns, exact] = [
    page.where('campaign', '=', '').where(sql<boolean>`text like ${`%${literally(written)}%`}`),
    // Of the few that lead, by their own index: walking the list until enough of them match would read every single code.
    codesBefore(db, before, limit, 'leads').where(sought.isIn(formOf(sql`campaign`))),
    page.where('text', '=', written),
  ].map((found) => db.selectFrom(found.as('codes')).selectAll()) as [typeof page, typeof page, typeof page]
  return singles.union(campaigns).union(exact)
}

/** Each code of a campaign is for one booking, so that it counts its use itself. */
async function readCampaigns(db: Database, names: string[]): Promise<Map<string, StaffCode['ofCampaign']>> {
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

/** The code that stands for a campaign. Throws 404. */
export async function getCampaign(db: Database | Trx, campaign: string): Promise<{ id: string }> {
  const first = await db
    .selectFrom('codes')
    .select('id')
    .where('campaign', '=', campaign)
    .where('leads_campaign', '=', true)
    .executeTakeFirst()
  if (!first) throw notFound('Campaign')
  return first
}

/** The codes of a campaign in CSV format. */
export async function* campaignFile(db: Database, campaign: string): AsyncGenerator<FilePart> {
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

export function toTerms(row: CodeRow): CodeTerms {
  return {
    gives:
      row.percent !== null
        ? { kind: 'percent', percent: row.percent }
        : row.amount_cents !== null
          ? { kind: 'amount', amountCents: row.amount_cents }
          : { kind: 'extra', extraId: row.extra_id ?? '' },
    currency: row.currency as CodeTerms['currency'],
    leastSpendCents: row.least_spend_cents,
    usableFrom: row.usable_from,
    usableTo: row.usable_to,
    travelFrom: row.travel_from,
    travelTo: row.travel_to,
    tourIds: row.tour_ids,
    optionIds: row.option_ids,
    isOncePerPerson: row.is_once_per_person,
    mostUses: row.most_uses,
    isActive: row.is_active,
  }
}
