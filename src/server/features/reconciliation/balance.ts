import { addDays, dayIn } from '#shared/dates.ts'
import { formatProviderMoney } from '#shared/money.ts'
import type { Span } from '#server/lib/card-provider.ts'
import {
  linkMovements,
  noteItemised,
  noteMovementsRead,
  postOpening,
  storeMovements,
  storePayouts,
  findMovementsRead,
  findOldestUnsettled,
  listMismatches,
  listNotItemised,
  sumHeld,
  type HeldCents,
} from '#server/features/ledger/movements.ts'
import { reportDifference, settleUnexplained } from './differences.ts'
import type { Run } from './run.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Read again each time: the provider may list a movement a little after its time. */
const OVERLAP_MS = DAY_MS
/** What has moved within the last hour may not have reached both sides. */
const YOUNG_MS = HOUR_MS
/** Read at once, and then noted. */
const READ_DAYS = 28
/** How far back payments are compared each night. */
const COMPARED_DAYS = 8
/** Keeps what moves during a reading from looking like a difference. */
const MAX_READINGS = 3

/**
 * Reads what has moved our balance at the card provider since the last time, and what it has paid out, and compares what it holds with the
 * ledger: a task for each currency names what does not match.
 */
export async function compareBalance(run: Run): Promise<void> {
  const { deps } = run
  const now = deps.now()
  const { since, until } = await findMovementsRead(deps.db, now)
  let from = new Date(until.getTime() - OVERLAP_MS)
  // Years of movements are more than one night can read: the next goes on here.
  for (let end = later(from); end < now; end = later(from)) {
    await readMovements(run, { from, until: end })
    await noteMovementsRead(deps.db, end)
    from = end
  }
  await linkMovements(deps.db)
  const held = await readHeld(run, { from, until: new Date(now.getTime() + DAY_MS) })
  await deps.db.transaction().execute(async (trx) => postOpening(trx, since, held))
  await noteMovementsRead(deps.db, now)
  await readPayouts(run, new Date(until.getTime() - OVERLAP_MS), now)
  for (const each of await sumHeld(deps.db)) await report(run, each, held.get(each.currency) ?? 0)
}

function later(moment: Date): Date {
  return new Date(moment.getTime() + READ_DAYS * DAY_MS)
}

async function readMovements(run: Run, created: Span): Promise<void> {
  for await (const batch of run.batches(run.deps.cards.listMovements({ created }))) await storeMovements(run.deps.db, batch)
}

/** Reads the movements of the last days. Returns what the provider holds after them, by currency. */
async function readHeld(run: Run, span: Span): Promise<Map<string, number>> {
  const { cards, db } = run.deps
  for (let reading = 1; ; reading++) {
    await readMovements(run, span)
    const held = await cards.readBalance()
    const isStill = (await sumHeld(db)).every(({ currency, movements }) => movements === (held.get(currency) ?? 0))
    if (isStill || reading === MAX_READINGS) return held
  }
}

async function readPayouts(run: Run, from: Date, now: Date): Promise<void> {
  const { cards, db } = run.deps
  const oldest = (await findOldestUnsettled(db, now)) ?? from
  const created = { from: oldest < from ? oldest : from, until: new Date(now.getTime() + DAY_MS) }
  for await (const batch of run.batches(cards.listPayouts(created))) await storePayouts(db, batch)
  for (const payoutId of await listNotItemised(db)) {
    await run.attempt(`payout ${payoutId}`, async () => {
      for await (const batch of run.batches(cards.listMovements({ payoutId }))) await storeMovements(db, batch, payoutId)
      await noteItemised(db, payoutId, now)
    })
  }
}

async function report({ deps }: Run, { currency, ledger, movements }: HeldCents, held: number): Promise<void> {
  const { db, config } = deps
  const now = deps.now()
  const subject = `balance ${currency}`
  const since = addDays(dayIn(config.AGENCY_TIME_ZONE, now), -COMPARED_DAYS)
  const mismatches = (await listMismatches(db, since, new Date(now.getTime() - YOUNG_MS))).filter((each) => each.currency === currency)
  const isExplained = movements === held
  // What moved within the last hour may differ for a moment: only what the movements did not explain before is known to be over.
  if (isExplained && mismatches.length === 0 && ledger !== held)
    return db.transaction().execute(async (trx) => settleUnexplained(trx, subject, now))
  await db.transaction().execute(async (trx) => {
    const money = (cents: number) => formatProviderMoney(cents, currency)
    const which = mismatches.map((each) => `${each.payment} (${money(each.ledger)} here, ${money(each.movements)} there)`).join(', ')
    const cause = [
      `The card provider’s balance is ${money(held)}; our ledger shows ${money(ledger)}.`,
      isExplained ? '' : `Its listed transactions total ${money(movements)}.`,
      which === '' ? '' : `These payments do not match: ${which}.`,
      'Compare them with its dashboard.',
    ]
    // What the ledger has there in all is another amount at every moment.
    const difference = isExplained && which === '' ? undefined : `${movements - held} ${which}`.trimEnd()
    await reportDifference(trx, { subject, cause: cause.filter(Boolean).join(' '), difference }, now)
  })
}
