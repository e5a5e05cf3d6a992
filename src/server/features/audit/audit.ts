import { sql, type Selectable } from 'kysely'
import { comparedAddress } from '#shared/accounts/email-addresses.ts'
import * as calls from '#shared/audit/staff-calls.ts'
import { MAX_AUDIT_PAGE, type AuditFilters, type AuditQuery, type StaffAuditEntry } from '#shared/audit/staff.ts'
import { referencesMeant } from '#shared/bookings/references.ts'
import { addDays, momentIn } from '#shared/dates.ts'
import { BYTE_ORDER_MARK, csvLine, sendCsvFile } from '#server/lib/csv.ts'
import type { AuditEntries } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { formOf, readSought } from '#server/lib/search-forms.ts'
import { recordExport, type FilePart } from './commands.ts'

export function audit({ config, now }: Deps): Feature {
  const inMoments = <Query extends AuditFilters>(query: Query) => ({ ...query, ...spanOf(config.AGENCY_TIME_ZONE, query) })
  return {
    calls({ read, flow }) {
      read(calls.listAudit, async ({ db, query }) => listAudit(db, inMoments(query)))
      flow(calls.downloadAudit, async ({ deps: { db }, actor, query, reply }) => {
        const entry = { actor, action: 'audit.exported', subject: { kind: 'audit', id: null } } as const
        return sendCsvFile(reply, { name: 'audit', at: now() }, recordExport(db, entry, query, auditFile(db, inMoments(query))))
      })
    },
  }
}

/** Longer than any of our transactions lasts; within this time the order of entry numbers and of timestamps may differ. */
const SLACK_MS = 10 * 60_000

/** Includes `begin`, excludes `end`. */
interface Span {
  begin?: Date | undefined
  end?: Date | undefined
}

export function spanOf(timeZone: string, { from, to }: Pick<AuditFilters, 'from' | 'to'>): Span {
  return {
    begin: from === undefined ? undefined : momentIn(timeZone, `${from}T00:00`),
    end: to === undefined ? undefined : momentIn(timeZone, `${addDays(to, 1)}T00:00`),
  }
}

/** Null if the subject is not a UUID. */
const subjectUuid = sql`(case when length(subject_id) = 36 and subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' then subject_id end)::uuid`

/** Currency for the amounts in an entry, as its subject has it now. */
const currencyOfSubject = sql<string | null>`case
  when subject_kind in ('booking', 'quote') then (select currency from bookings where bookings.id = ${subjectUuid})
  when subject_kind = 'payment' then (select currency from payments where payments.id = ${subjectUuid})
  when subject_kind = 'refund' then (select currency from refunds where refunds.id = ${subjectUuid})
  when subject_kind = 'task' then (select bookings.currency from tasks join bookings on bookings.id = tasks.booking_id where tasks.id = ${subjectUuid})
  when subject_kind = 'service' then (select currency from service_types where service_types.id = subject_id)
  when subject_kind = 'tour' then (select currency from tours where tours.id = subject_id)
end`

/** The booking that the subject is or belongs to. */
const bookingOfSubject = sql<string | null>`case
  when subject_kind in ('booking', 'quote') then ${subjectUuid}
  when subject_kind = 'payment' then (select booking_id from payments where payments.id = ${subjectUuid})
  when subject_kind = 'refund' then (
    select booking_id from refunds join payments on payments.id = payment_id where refunds.id = ${subjectUuid})
  when subject_kind = 'task' then (select booking_id from tasks where tasks.id = ${subjectUuid})
  when subject_kind = 'email' then (after ->> 'bookingId')::uuid
end`

const nameOfSubject = sql<string | null>`case
  when subject_kind = 'account' then (select users.name from users where users.id = subject_id)
  when subject_kind = 'tour' then (select tours.name from tours where tours.id = subject_id)
  when subject_kind = 'departure' then (select tours.name from tours where tours.id = substr(subject_id, 12))
  when subject_kind = 'service' then (select service_types.name from service_types where service_types.id = subject_id)
  else (select reference from bookings where bookings.id = ${bookingOfSubject})
end`

/** Read where it belongs, so that it ends with it. */
const reasonGiven = sql<string | null>`case
  when action in ('booking.cancelled', 'booking.withdrawn') then (select cancel_reason from bookings where bookings.id = ${subjectUuid})
  when action = 'booking.refunded' then (select reason from refunds where refunds.id = (after ->> 'refundId')::uuid)
  when action = 'payment.voided' then (select void_reason from payments where payments.id = ${subjectUuid})
  when action = 'till.closed' then (select note from till_closes where till_closes.id = ${subjectUuid})
  when action = 'days.unlocked' then (select reason from ledger_lock_changes where ledger_lock_changes.id = ${subjectUuid})
  when action = 'task.closed' then (select outcome from tasks where tasks.id = ${subjectUuid})
end`

const peopleInFacts = sql<Record<string, string> | null>`(
  select json_object_agg(named.id, named.name) from users as named where named.id in (before ->> 'assigneeId', after ->> 'assigneeId'))`

const LOOKED_UP = [
  bookingOfSubject.as('booking_id'),
  nameOfSubject.as('subject_name'),
  currencyOfSubject.as('currency'),
  reasonGiven.as('reason'),
  peopleInFacts.as('people'),
] as const

type Filters = Omit<AuditFilters, 'from' | 'to'> & Span

/** Newest first. Names are read from the accounts, since the audit stores none. */
export async function listAudit(
  db: Database | Trx,
  { limit, before, actor, action, subject, only, begin, end }: Filters & Pick<AuditQuery, 'limit' | 'before'>,
): Promise<StaffAuditEntry[]> {
  const first = begin && (await firstIdSince(db, new Date(begin.getTime() - SLACK_MS)))
  // Nothing has been recorded since `begin`.
  if (begin && first === undefined) return []
  const last = end && (await firstIdSince(db, new Date(end.getTime() + SLACK_MS)))
  const actors = actor === undefined ? undefined : await listActors(db, actor)
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'actor_id')
    .selectAll('audit_entries')
    .select(['users.name', 'users.email', ...LOOKED_UP])
    .$if(before !== undefined, (entries) => entries.where('audit_entries.id', '<', before as number))
    .$if(actors !== undefined, (entries) => entries.where('actor_id', 'in', actors ?? []))
    .$if(action !== undefined, (entries) => entries.where('action', '=', action as NonNullable<AuditQuery['action']>))
    // A literal, so that the partial indexes can be used.
    .$if(only === 'deeds', (entries) => entries.where('action', '!=', sql.lit('staff_call.made' as const)))
    .$if(subject !== undefined, (entries) => entries.where(isAbout(subject as string)))
    .$if(first !== undefined, (entries) => entries.where('audit_entries.id', '>=', first as number))
    .$if(last !== undefined, (entries) => entries.where('audit_entries.id', '<', last as number))
    .$if(begin !== undefined, (entries) => entries.where('recorded_at', '>=', begin as Date))
    .$if(end !== undefined, (entries) => entries.where('recorded_at', '<', end as Date))
    .orderBy('audit_entries.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

/**
 * Returns the number of the first entry at or after a moment, or undefined if there is none. All indexes are sorted by
 * number, so time bounds are converted to numbers.
 */
async function firstIdSince(db: Database | Trx, moment: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('recorded_at', '>=', moment)
    .orderBy('recorded_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Ids of the accounts meant by a whole email address, by part of the name or address of someone who works here, or by an id. */
async function listActors(db: Database | Trx, named: string): Promise<string[]> {
  const wanted = comparedAddress(named)
  const accounts = db.selectFrom('users').select('id')
  const owner = await accounts.where((eb) => eb(eb.fn<string>('lower', ['email']), '=', wanted)).executeTakeFirst()
  if (owner) return [owner.id]
  const sought = await readSought(db, named)
  const staff = await accounts
    .where('role', '!=', sql.lit('customer' as const))
    .where('deleted_at', 'is', null)
    .where(sought.isIn(formOf(sql`name || ' ' || email`)))
    .execute()
  // Entries outlive accounts, so an id need not be one.
  return staff.length === 0 ? [named] : staff.map(({ id }) => id)
}

/** A booking reference also matches everything that belongs to the booking. */
function isAbout(named: string) {
  const references = referencesMeant(named)
  if (references.length === 0) return sql<boolean>`subject_id = ${idOf(named)}`
  const booking = sql`(select id from bookings where reference = any(${references}::text[]) limit 1)`
  return sql<boolean>`subject_id = any(array(
    select ${named}::text
    union all select id::text from bookings where id = ${booking}
    union all select id::text from payments where booking_id = ${booking}
    union all select refunds.id::text from refunds join payments on payments.id = payment_id where booking_id = ${booking}
    union all select id::text from tasks where booking_id = ${booking}))`
}

function idOf(named: string) {
  return named.includes('@') ? sql<string>`(select id from users where lower(email) = ${comparedAddress(named)})` : sql<string>`${named}`
}

const HEADINGS = [
  'Number',
  'Recorded at',
  'Who',
  'Email',
  'By way of',
  'Action',
  'About',
  'Id',
  'Network address',
  'Before',
  'After',
  'Texts',
]

async function* auditFile(db: Database, filters: Filters): AsyncGenerator<FilePart> {
  let head = BYTE_ORDER_MARK + csvLine(HEADINGS)
  let before: number | undefined
  do {
    const page = await listAudit(db, { ...filters, limit: MAX_AUDIT_PAGE, before })
    yield { text: head + page.map((entry) => csvLine(cellsOf(entry))).join(''), rows: page.length }
    head = ''
    before = page.length < MAX_AUDIT_PAGE ? undefined : page.at(-1)?.id
  } while (before !== undefined)
}

function cellsOf({
  id,
  recordedAt,
  actor,
  via,
  action,
  subject,
  networkAddress,
  before,
  after,
  texts,
}: StaffAuditEntry): (string | number | null)[] {
  const facts = [before, after, texts].map((each) => each && JSON.stringify(each))
  const who = [actor?.name ?? actor?.id ?? null, actor?.email ?? null]
  return [id, recordedAt, ...who, via, action, subject.kind, subject.id, networkAddress, ...facts]
}

/** Newest first. */
export async function listAuditAbout(db: Database, subjectIds: readonly string[]): Promise<StaffAuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'actor_id')
    .selectAll('audit_entries')
    .select(['users.name', 'users.email', ...LOOKED_UP])
    .where(sql<boolean>`subject_id = any(${subjectIds}::text[])`)
    .orderBy('audit_entries.id', 'desc')
    .limit(MAX_AUDIT_PAGE)
    .execute()
  return rows.map(toEntry)
}

type EntryRow = Selectable<AuditEntries> &
  Record<'name' | 'email' | 'currency' | 'booking_id' | 'subject_name' | 'reason', string | null> & {
    people: Record<string, string> | null
  }

function toEntry(row: EntryRow): StaffAuditEntry {
  return {
    id: row.id,
    recordedAt: row.recorded_at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.name, email: row.email && realAddress(row.email) },
    via: row.via,
    action: row.action,
    subject: {
      kind: row.subject_kind,
      id: row.subject_id,
      ...(row.subject_name && { name: row.subject_name }),
      ...(row.booking_id && { bookingId: row.booking_id }),
    },
    networkAddress: row.network_address,
    before: row.before as StaffAuditEntry['before'],
    after: row.after as StaffAuditEntry['after'],
    texts: row.texts as StaffAuditEntry['texts'],
    currency: row.currency,
    ...(row.people && { people: row.people }),
    ...(row.reason && { reason: row.reason }),
  }
}

const SIGN_INS = ['session.signed_in', 'session.refused'] as const

/**
 * Returns an account's newest sign-ins, for its owner. Refused ones are included without their network addresses, which
 * may be someone else's.
 */
export async function listSignIns(db: Database, userId: string, limit: number) {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['recorded_at', 'action', 'network_address'])
    .where('action', 'in', SIGN_INS)
    .where((eb) => eb.or([eb('actor_id', '=', userId), eb('subject_id', '=', userId)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ recorded_at, action, network_address }) =>
    action === 'session.signed_in'
      ? { at: recorded_at, wasRefused: false, networkAddress: network_address }
      : { at: recorded_at, wasRefused: true },
  )
}

const MAX_EXPORTED = 1000

/** Entries outlive the account, since they contain only its id, which then identifies no one. */
export const auditPersonalData: PersonalData = {
  export: async (db, userId) => ({ signIns: await listSignIns(db, userId, MAX_EXPORTED) }),
  findObstacle: async () => undefined,
  forget: async () => undefined,
}
