import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditFacts } from '#shared/audit/facts.ts'
import type { ChangeCodeBody, CodeTerms, NewCampaignBody, NewCodeBody } from '#shared/codes/staff.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit, type Actor } from '#server/features/audit/commands.ts'
import type { CodeRow } from './queries.ts'

/** Without those that look like another: 0 and O, 1 and I. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 32 to the power of 8: at a hundred tries per network in a quarter of an hour nobody guesses one of 5,000. */
const RANDOM_LETTERS = 8

/** Safe to repeat. Throws 400 for a code that exists already. */
export async function addCode(trx: Trx, actor: Actor, { id, text, ...terms }: NewCodeBody, now: Date): Promise<void> {
  const known = await trx
    .selectFrom('codes')
    .select(['id', 'text'])
    .where((eb) => eb.or([eb('text', '=', text), eb('id', '=', id)]))
    .execute()
  if (known.some((code) => code.id === id && code.text === text)) return
  if (known.some((code) => code.text === text)) throw wrong('text', 'There is such a code already')
  if (known.length > 0) throw wrong('id', 'Another code has this id')
  const { numInsertedOrUpdatedRows: made } = await trx
    .insertInto('codes')
    .values({ id, text, created_at: now, ...toColumns(terms) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  // Somebody else was faster by a moment.
  if (made !== 1n) throw wrong('text', 'There is such a code already')
  await recordAudit(trx, { actor, action: 'code.added', subject: { kind: 'code', id }, after: { version: 1, ...factsOf(terms) } })
}

/** Throws 404, 409 `settings_changed`, and 400 for fewer uses than there are. */
export async function changeCode(trx: Trx, actor: Actor, id: string, { version, ...terms }: ChangeCodeBody): Promise<void> {
  const known = isUuid(id) ? await trx.selectFrom('codes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() : undefined
  if (!known) throw notFound('Code')
  if (known.version !== version) throw new AppError('settings_changed', 'Somebody has changed this code meanwhile. Please look again.')
  const uses = await countUses(trx, id)
  if (terms.mostUses !== null && terms.mostUses < uses) throw wrong('mostUses', `It is used ${uses} times already`)
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

/** Makes single codes. Throws 400 for a campaign that exists already. */
export async function addCampaign(trx: Trx, actor: Actor, { name, prefix, count, ...terms }: NewCampaignBody, now: Date): Promise<void> {
  // Two people cannot make the same one at once.
  await sql`select pg_advisory_xact_lock(hashtext(${`campaign ${name}`}))`.execute(trx)
  const known = await trx.selectFrom('codes').select('id').where('campaign', '=', name).executeTakeFirst()
  if (known) throw wrong('name', 'There is such a campaign already')
  const texts = new Set<string>()
  while (texts.size < count) texts.add(`${prefix}${prefix && '-'}${randomLetters()}`)
  const columns = toColumns({ ...terms, mostUses: 1 })
  const rows = [...texts].map((text) => ({ id: randomUUID(), text, campaign: name, created_at: now, ...columns }))
  for (let from = 0; from < rows.length; from += 500) {
    const made = await trx
      .insertInto('codes')
      .values(rows.slice(from, from + 500))
      .onConflict((conflict) => conflict.column('text').doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows !== BigInt(Math.min(500, rows.length - from)))
      throw wrong('prefix', 'Please choose another beginning')
  }
  const [first] = rows
  await recordAudit(trx, {
    actor,
    action: 'code.campaign_made',
    subject: { kind: 'code', id: first?.id ?? '' },
    after: { codes: count, ...factsOf(terms) },
  })
}

function randomLetters(): string {
  return Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
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

function toColumns({ gives, ...terms }: CodeTerms) {
  return {
    percent: gives.kind === 'percent' ? gives.percent : null,
    amount_cents: gives.kind === 'amount' ? gives.amountCents : null,
    extra_id: gives.kind === 'extra' ? gives.extraId : null,
    currency: terms.currency,
    least_spend_cents: terms.leastSpendCents,
    usable_from: terms.usableFrom,
    usable_to: terms.usableTo,
    travel_from: terms.travelFrom,
    travel_to: terms.travelTo,
    tour_ids: terms.tourIds,
    option_ids: terms.optionIds,
    is_once_per_person: terms.isOncePerPerson,
    most_uses: terms.mostUses,
    is_active: terms.isActive,
  }
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

function factsOf({ gives, currency, mostUses, isActive }: CodeTerms): AuditFacts {
  return {
    ...(gives.kind === 'percent' && { percent: gives.percent }),
    ...(gives.kind === 'amount' && { amountCents: gives.amountCents }),
    ...(currency !== null && { currency }),
    mostUses,
    isActive,
  }
}

function wrong(path: string, message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path, message }] })
}
