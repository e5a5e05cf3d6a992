import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditFacts } from '#shared/audit/facts.ts'
import type { ChangeCodeBody, CodeTerms, NewCampaignBody, NewCodeBody, SwitchCampaignBody } from '#shared/codes/staff.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getCampaign, toTerms } from './staff-queries.ts'

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
  if (known.some((code) => code.text === text)) throw wrong('text', 'This code already exists')
  if (known.length > 0) throw wrong('id', 'Another code already has this ID')
  const { numInsertedOrUpdatedRows: made } = await trx
    .insertInto('codes')
    .values({ id, text, created_at: now, ...toColumns(terms) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  // Somebody else was faster by a moment.
  if (made !== 1n) throw wrong('text', 'This code already exists')
  await recordAudit(trx, { actor, action: 'code.added', subject: { kind: 'code', id }, after: { version: 1, ...factsOf(terms) } })
}

/** Throws 404, 409 `settings_changed`, and 400 for fewer uses than there are, or for more than one of a campaign's code. */
export async function changeCode(trx: Trx, actor: Actor, id: string, { version, ...terms }: ChangeCodeBody): Promise<void> {
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

/** Makes single codes. Throws 400 for a campaign that exists already. */
export async function addCampaign(trx: Trx, actor: Actor, { name, prefix, count, ...terms }: NewCampaignBody, now: Date): Promise<void> {
  // Two people cannot make the same one at once.
  await lockCampaign(trx, name)
  const known = await trx.selectFrom('codes').select('id').where('campaign', '=', name).executeTakeFirst()
  if (known) throw wrong('name', 'A campaign with this name already exists')
  const texts = new Set<string>()
  while (texts.size < count) texts.add(`${prefix}${prefix && '-'}${randomLetters()}`)
  const columns = toColumns({ ...terms, mostUses: 1 })
  // The first one written leads the campaign.
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

/** Makes all codes of a campaign usable, or none; bookings keep what they have. Throws 404. */
export async function switchCampaign(trx: Trx, actor: Actor, { campaign, isActive }: SwitchCampaignBody): Promise<void> {
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
