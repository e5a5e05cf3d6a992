import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { keepCopy, readJournal, startJournal, type Change, type Journal, type Place } from './journal.ts'
import type {
  BalanceTransaction,
  Charge,
  Delivery,
  Dispute,
  PaymentIntent,
  Payout,
  Price,
  Product,
  Refund,
  SavedResponse,
  Session,
  Settings,
  Task,
  WireEvent,
} from './types.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns an unguessable id such as `re_3kX…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')}`
}

/** What the store keeps, by kind. */
interface Records {
  product: Product
  price: Price
  session: Session
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  balance_transaction: BalanceTransaction
  payout: Payout
  event: WireEvent
  delivery: Delivery
  task: Task
  answer: SavedResponse
  settings: Settings
}
export type Kind = keyof Records

/** Memory holds only these fields of the kinds that every checkout adds to. The rest is read from the journal. */
const LISTED = {
  product: ['id', 'created', 'active'],
  price: ['id', 'created', 'active', 'currency', 'product'],
  session: ['id', 'created', 'status', 'payment_status', 'payment_intent', 'amount_total', 'currency', 'client_reference_id'],
  payment_intent: ['id', 'created'],
  charge: ['id', 'created', 'payment_intent', 'status', 'amount', 'currency', 'amount_refunded', 'disputed', 'balance_transaction'],
  event: ['id', 'created', 'type', 'pending_webhooks'],
  answer: ['id', 'created'],
} as const satisfies { [K in Kind]?: readonly (keyof Records[K])[] }

export type PartlyListed = keyof typeof LISTED
/** What a list of records shows without reading the journal. */
type Listed<K extends Kind> = K extends PartlyListed ? Pick<Records[K], Extract<(typeof LISTED)[K][number], keyof Records[K]>> : Records[K]

const isPartlyListed = (kind: string): kind is PartlyListed => Object.hasOwn(LISTED, kind)

function listedOf(kind: string, record: object): object {
  if (!isPartlyListed(kind)) return record
  return Object.fromEntries(LISTED[kind].map((field) => [field, (record as Record<string, unknown>)[field]]))
}

type Due = 'task' | 'delivery'
/** `busy` records are being handled and will be written again; `later` ones should be offered again at the next opportunity. */
export type Standing = 'free' | 'busy' | 'later'

function dueOf(kind: string, record: object): number {
  if (kind === 'task') return (record as Task).at * 1000
  if (kind !== 'delivery') return Infinity
  const { held, dueMs } = record as Delivery
  return held === null ? dueMs : Infinity
}

/** Reads see the running transaction. Records are never changed in place. */
export interface Store {
  get<K extends Kind>(kind: K, id: string): Records[K] | undefined
  /** Oldest first. */
  all<K extends Kind>(kind: K): Listed<K>[]
  /** As of the last transaction, without copying. */
  committed<K extends Kind>(kind: K): Iterable<Listed<K>>
  /** Returns a time in milliseconds before which no record of the kind is due; some may be due only later. */
  nextDue(kind: Due): number
  /** Returns up to `limit` due records, oldest first. `standing` says which can be taken now. */
  takeDue<K extends Due>(kind: K, moment: number, limit: number, standing?: (record: Records[K]) => Standing): Records[K][]
  put<K extends Kind>(kind: K, record: Records[K]): Records[K]
  remove(kind: Kind, id: string): void
  /** Writes the changes of `work` as one journal line; if it throws, nothing has changed. A nested transaction joins the outer one. */
  transaction<T>(work: () => T): T
  clear(): void
  close(): void
}

/** What memory holds of a record: `listed` is the record itself unless it has a place. */
interface Kept {
  listed: object
  place: Place | undefined
}
type Tables = Map<string, Map<string, Kept>>

const tableOf = (tables: Tables, kind: string): Map<string, Kept> => {
  const table = tables.get(kind) ?? new Map<string, Kept>()
  tables.set(kind, table)
  return table
}

function apply(tables: Tables, [kind, id, record]: Change, place: Place | undefined): void {
  if (record === null) tableOf(tables, kind).delete(id)
  else if (place && isPartlyListed(kind)) tableOf(tables, kind).set(id, { listed: listedOf(kind, record), place })
  else tableOf(tables, kind).set(id, { listed: record, place: undefined })
}

function* listedIn(table: Map<string, Kept>): Generator<object> {
  for (const { listed } of table.values()) yield listed
}

/** Replays the journal in `file`, if there is one, and compacts it. */
function load(file: string, tables: Tables, past: () => Change[]): Journal {
  const found = existsSync(file) ? readJournal(file, (change, place) => apply(tables, change, place)) : undefined
  if (found?.isTorn) keepCopy(file)
  if (!found) for (const change of past()) apply(tables, change, undefined)
  const json = function* (): Generator<Buffer> {
    for (const [kind, table] of tables) {
      for (const [id, { listed, place }] of table)
        yield place && found ? found.bytesAt(place) : Buffer.from(JSON.stringify([kind, id, listed]))
    }
  }
  const { journal, places = [] } = startJournal(file, json(), found?.size)
  found?.close()
  let next = 0
  for (const [kind, table] of tables) {
    for (const kept of table.values()) {
      const place = places[next++]
      if (!place || !isPartlyListed(kind)) continue
      if (!kept.place) kept.listed = listedOf(kind, kept.listed)
      kept.place = place
    }
  }
  return journal
}

/** Replays and compacts the journal in `file`. `past` fills a new state, all or nothing. */
export function openStore(file: string, past: () => Change[] = () => []): Store {
  const tables: Tables = new Map()
  // Lets most requests skip the thousands of waiting records.
  const nextDue: Record<Due, number> = { task: -Infinity, delivery: -Infinity }
  let journal = load(file, tables, past)
  let pending: Map<string, Change> | undefined

  const append = (changes: Change[]): Place[] => {
    try {
      return journal.append(changes)
    } catch (error) {
      // What was taken as due has not been done.
      nextDue.task = nextDue.delivery = -Infinity
      throw error
    }
  }

  const stage = (change: Change): void => {
    if (!pending) throw new Error('a change outside a transaction')
    pending.set(`${change[0]} ${change[1]}`, change)
  }

  return {
    get: <K extends Kind>(kind: K, id: string) => {
      const staged = pending?.get(`${kind} ${id}`)
      if (staged) return (staged[2] ?? undefined) as Records[K] | undefined
      const kept = tables.get(kind)?.get(id)
      return (kept?.place ? journal.read(kept.place)[2] : kept?.listed) as Records[K] | undefined
    },
    all: <K extends Kind>(kind: K) => {
      const staged = [...(pending?.values() ?? [])].filter(([of]) => of === kind)
      const table = tableOf(tables, kind)
      if (staged.length === 0) return [...listedIn(table)] as Listed<K>[]
      const merged = new Map(table)
      for (const [, id, record] of staged) {
        if (record === null) merged.delete(id)
        else merged.set(id, { listed: listedOf(kind, record), place: undefined })
      }
      return [...listedIn(merged)] as Listed<K>[]
    },
    committed: <K extends Kind>(kind: K) => listedIn(tableOf(tables, kind)) as Iterable<Listed<K>>,
    nextDue: (kind) => nextDue[kind],
    takeDue: <K extends Due>(kind: K, moment: number, limit: number, standing: (record: Records[K]) => Standing = () => 'free') => {
      if (nextDue[kind] > moment || limit <= 0) return []
      const due: Records[K][] = []
      let next = Infinity
      for (const record of listedIn(tableOf(tables, kind)) as Iterable<Records[K]>) {
        const at = dueOf(kind, record)
        const stands = at > moment ? 'busy' : standing(record)
        if (stands === 'free') due.push(record)
        if (at > moment || stands === 'later') next = Math.min(next, at)
        if (due.length < limit) continue
        next = Math.min(next, moment)
        break
      }
      nextDue[kind] = next
      return due
    },
    put: (kind, record) => {
      stage([kind, record.id, record])
      return record
    },
    remove: (kind, id) => stage([kind, id, null]),
    transaction: (work) => {
      if (pending) return work()
      pending = new Map()
      try {
        const result = work()
        const changes = [...pending.values()]
        const places = changes.length > 0 ? append(changes) : []
        for (const [index, change] of changes.entries()) apply(tables, change, places[index])
        for (const [kind, , record] of changes) {
          if (record && kind in nextDue) nextDue[kind as Due] = Math.min(nextDue[kind as Due], dueOf(kind, record))
        }
        return result
      } finally {
        pending = undefined
      }
    },
    clear: () => {
      tables.clear()
      journal.close()
      journal = startJournal(file, []).journal
    },
    close: () => journal.close(),
  }
}
