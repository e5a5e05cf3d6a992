import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { getMoney } from '#shared/ledger/staff-calls.ts'
import type { LedgerAccount, StaffMoney } from '#shared/ledger/staff.ts'
import { centsToDecimal, DEFAULT_CURRENCY } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import type { Serving } from '#server/lib/serve.ts'

export function balanceCalls({ read }: Serving): void {
  read(getMoney, async ({ db }) => readMoney(db))
}

/** Returns the balances of all accounts that are not at zero, and the payments that are not wholly allocated to bookings yet. */
async function readMoney(db: Database): Promise<StaffMoney> {
  const [balances, unallocated] = await Promise.all([listBalances(db), listUnallocated(db)])
  return {
    balances: balances
      .filter(({ cents }) => cents !== 0)
      .map(({ account, currency, cents }) => ({ account, currency, amount: centsToDecimal(cents) })),
    isGenerated: balances.some(({ isGenerated }) => isGenerated),
    unallocated,
  }
}

/** Within an account the agency's own currency comes first. */
async function listBalances(db: Database) {
  const { rows } = await sql<{ account: LedgerAccount; currency: string; cents: number; isGenerated: boolean }>`
    select account, currency, sum(cents) as cents, bool_or(is_generated) as "isGenerated" from ledger_sums
    group by account, currency order by account, currency <> ${DEFAULT_CURRENCY.tour}, currency`.execute(db)
  return rows
}

interface UnallocatedRow {
  receiptId: string
  id: string
  reference: string
  cents: number
  currency: string
  receivedAt: Date
  hasTask: boolean
}

const MAX_SHOWN = 200

async function listUnallocated(db: Database): Promise<StaffMoney['unallocated']> {
  const { rows } = await sql<UnallocatedRow>`
    select receipt_id as "receiptId", bookings.id, reference, cents, standing.currency, paid_at as "receivedAt",
      exists (select from tasks where payment_id = receipt_id and closed_at is null) as "hasTask"
    from (
      select receipt_id, booking_id, currency, -sum(amount_cents) as cents from postings where account = 'unallocated'
      group by receipt_id, booking_id, currency having sum(amount_cents) <> 0
    ) as standing join bookings on bookings.id = standing.booking_id join payments on payments.id = receipt_id
    order by paid_at, receipt_id limit ${MAX_SHOWN}`.execute(db)
  return rows.map(({ receiptId, id, reference, cents, currency, receivedAt, hasTask }) => ({
    receiptId,
    booking: { id, reference },
    amount: centsToDecimal(cents),
    currency,
    receivedAt: receivedAt.toISOString(),
    hasTask,
  }))
}

export interface AccountBalance {
  account: string
  currency: string
  /** Debit positive, credit negative. */
  cents: number
}

/** Returns the balances of all accounts that have postings, up to the end of a day of the agency; `on` left out: all that is posted. */
export async function trialBalance(db: Database, on?: Day): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select account, currency, sum(cents) as cents from ledger_sums where ${on ?? null}::date is null or day <= ${on ?? null}::date
    group by account, currency order by currency, account`.execute(db)
  return rows
}
