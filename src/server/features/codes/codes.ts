import { sql } from 'kysely'
import * as calls from '#shared/codes/staff-calls.ts'
import type { ChangeCodeBody, CodesQuery, NewCodeBody, StaffCode } from '#shared/codes/staff.ts'
import { writtenCode } from '#shared/written-codes.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import { formOf, literally, readSought } from '#server/lib/search-forms.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { campaignCalls, readCampaigns } from './campaigns.ts'
import { factsOf, toColumns, toTerms, wrong } from './terms.ts'

export function codes({ now }: Pick<Deps, 'now'>): Feature {
  return {
    calls(serving) {
      serving.read(calls.listCodes, async ({ db, query }) => listCodes(db, query))
      serving.change(calls.addCode, async ({ trx, actor, body }) => {
        await addCode(trx, actor, body, now())
        return { message: 'Code added' }
      })
      serving.change(calls.changeCode, async ({ trx, actor, params, body }) => {
        await changeCode(trx, actor, params.id, body)
        return { message: 'Code changed' }
      })
      campaignCalls(serving, now)
    },
  }
}

/** Newest first. A campaign is listed by one of its codes, since the others are alike; a search for a full code also finds that code. */
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

/** Each condition is a query of its own, so that each can use its index. */
async function findCodes(db: Database, { search, before, limit }: { search: string; before: string | undefined; limit: number }) {
  const page = codesBefore(db, before, limit)
  const sought = await readSought(db, search)
  const written = writtenCode(search)
  const [singles, campaigns, exact] = [
    page.where('campaign', '=', '').where(sql<boolean>`text like ${`%${literally(written)}%`}`),
    // Searches only the codes that lead a campaign, by their index: going through the whole list would read every single code.
    codesBefore(db, before, limit, 'leads').where(sought.isIn(formOf(sql`campaign`))),
    page.where('text', '=', written),
  ].map((found) => db.selectFrom(found.as('codes')).selectAll()) as [typeof page, typeof page, typeof page]
  return singles.union(campaigns).union(exact)
}

/** Safe to repeat. Throws 400 for a code that already exists. */
async function addCode(trx: Trx, actor: Actor, { id, text, ...terms }: NewCodeBody, now: Date): Promise<void> {
  const known = await trx
    .selectFrom('codes')
    .select(['id', 'text'])
    .where((eb) => eb.or([eb('text', '=', text), eb('id', '=', id)]))
    .execute()
  if (known.some((code) => code.id === id && code.text === text)) return
  if (known.some((code) => code.text === text)) throw wrong('text', 'This code already exists')
  if (known.length > 0) throw wrong('id', 'Another code already has this ID')
  const { numInsertedOrUpdatedRows: made } = await trx
    .insertInto('codes')
    .values({ id, text, created_at: now, ...toColumns(terms) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  // Someone else has just added it.
  if (made !== 1n) throw wrong('text', 'This code already exists')
  await recordAudit(trx, { actor, action: 'code.added', subject: { kind: 'code', id }, after: { version: 1, ...factsOf(terms) } })
}

/** Throws 404, 409 `settings_changed`, and 400 for fewer uses than already counted, or for more than one use of a campaign’s code. */
async function changeCode(trx: Trx, actor: Actor, id: string, { version, ...terms }: ChangeCodeBody): Promise<void> {
  const known = isUuid(id) ? await trx.selectFrom('codes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() : undefined
  if (!known) throw notFound('Code')
  if (known.version !== version) throw new AppError('settings_changed', 'Someone has just changed this code. Please check again.')
  if (known.campaign !== '' && terms.mostUses !== 1) throw wrong('mostUses', 'Campaign codes can only be used for one booking')
  const uses = await countUses(trx, id)
  if (terms.mostUses !== null && terms.mostUses < uses) throw wrong('mostUses', `It has already been used ${uses} times`)
  await trx
    .updateTable('codes')
    .set({ ...toColumns(terms), uses: terms.mostUses === null ? 0 : uses, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await recordAudit(trx, {
    actor,
    action: 'code.changed',
    subject: { kind: 'code', id },
    before: { version, ...factsOf(toTerms(known)) },
    after: { version: version + 1, ...factsOf(terms) },
  })
}

async function countUses(trx: Trx, codeId: string): Promise<number> {
  const { uses } = await trx
    .selectFrom('code_uses')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('code_id', '=', codeId)
    .where('freed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return uses
}
