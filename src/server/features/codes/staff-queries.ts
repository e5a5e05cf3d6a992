import type { CodesQuery, StaffCode } from '#shared/codes/staff.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts'
import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { literally } from '#server/lib/like.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { toTerms } from './staff-commands.ts'

/** Newest first; of the codes of a campaign only one, since the others are alike, and the one that is searched for in full. */
export async function listCodes(db: Database, { search, limit, before }: CodesQuery): Promise<StaffCode[]> {
  if (before !== undefined && !isUuid(before)) return []
  const rows = await db
    .selectFrom('codes')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('code_uses')
        .select((inner) => inner.fn.countAll<number>().as('used'))
        .whereRef('code_id', '=', 'codes.id')
        .where('freed_at', 'is', null)
        .as('used'),
    )
    .where((eb) => {
      const isSingle = eb('campaign', '=', '')
      const isFirst = eb.not(
        eb.exists(
          eb
            .selectFrom('codes as other')
            .select('other.id')
            .whereRef('other.campaign', '=', 'codes.campaign')
            .whereRef('other.text', '<', 'codes.text'),
        ),
      )
      if (search === undefined) return eb.or([isSingle, isFirst])
      const part = `%${literally(search)}%`
      return eb.or([
        eb.and([isSingle, eb('text', 'ilike', part)]),
        eb('text', '=', search.toUpperCase()),
        eb.and([isFirst, eb('campaign', 'ilike', part)]),
      ])
    })
    .$if(before !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('created_at', 'id'),
          '<',
          eb
            .selectFrom('codes as last')
            .select(['last.created_at', 'last.id'])
            .where('last.id', '=', before ?? '')
            .$asTuple('created_at', 'id'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    campaign: row.campaign,
    version: row.version,
    uses: row.used ?? 0,
    createdAt: row.created_at.toISOString(),
    ...toTerms(row),
  }))
}

/** The codes of a campaign in CSV format. Throws 404. */
export async function campaignFile(db: Database, campaign: string): Promise<string> {
  const rows = await db
    .selectFrom('codes')
    .leftJoin('code_uses', (join) => join.onRef('code_id', '=', 'codes.id').on('freed_at', 'is', null))
    .select(['text', 'booking_id'])
    .where('campaign', '=', campaign)
    .where('campaign', '!=', '')
    .orderBy('text')
    .execute()
  if (rows.length === 0) throw notFound('Campaign')
  return (
    BYTE_ORDER_MARK +
    [['Code', 'Used'], ...rows.map(({ text, booking_id }) => [text, booking_id === null ? '' : 'yes'])].map((row) => csvLine(row)).join('')
  )
}
