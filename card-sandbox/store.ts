import { existsSync } from 'node:fs'
import { keepCopy, readJournal, startJournal } from './journal.ts'
import type { Change } from './journal.ts'
import type { Kind, Records } from './records.ts'
import type { Delivery, Task } from './types.ts'

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
  all<K extends Kind>(kind: K): Records[K][]
  /** As of the last transaction, without copying. */
  committed<K extends Kind>(kind: K): Iterable<Records[K]>
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

type Tables = Map<string, Map<string, object>>

const tableOf = (tables: Tables, kind: string): Map<string, object> => {
  const table = tables.get(kind) ?? new Map<string, object>()
  tables.set(kind, table)
  return table
}

function apply(tables: Tables, changes: Iterable<Change>): void {
  for (const [kind, id, record] of changes) {
    if (record === null) tableOf(tables, kind).delete(id)
    else tableOf(tables, kind).set(id, record)
  }
}

const allOf = (tables: Tables): Change[] =>
  [...tables].flatMap(([kind, table]) => [...table].map(([id, record]): Change => [kind, id, record]))

function readWhole(file: string): Change[] {
  const { changes, isTorn } = readJournal(file)
  if (isTorn) keepCopy(file)
  return changes
}

/** Replays and compacts the journal in `file`. `past` fills a new state, all or nothing. */
export function openStore(file: string, past: () => Change[] = () => []): Store {
  const tables: Tables = new Map()
  // Lets most requests skip the thousands of waiting records.
  const nextDue: Record<Due, number> = { task: -Infinity, delivery: -Infinity }
  apply(tables, existsSync(file) ? readWhole(file) : past())
  let journal = startJournal(file, allOf(tables))
  let pending: Map<string, Change> | undefined

  const append = (changes: Change[]): void => {
    try {
      journal.append(changes)
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
      return (staged ? (staged[2] ?? undefined) : tables.get(kind)?.get(id)) as Records[K] | undefined
    },
    all: <K extends Kind>(kind: K) => {
      const merged = new Map(tables.get(kind))
      for (const [of, id, record] of pending?.values() ?? []) {
        if (of !== kind) continue
        if (record === null) merged.delete(id)
        else merged.set(id, record)
      }
      return [...merged.values()] as Records[K][]
    },
    committed: <K extends Kind>(kind: K) => tableOf(tables, kind).values() as Iterable<Records[K]>,
    nextDue: (kind) => nextDue[kind],
    takeDue: <K extends Due>(kind: K, moment: number, limit: number, standing: (record: Records[K]) => Standing = () => 'free') => {
      if (nextDue[kind] > moment || limit <= 0) return []
      const due: Records[K][] = []
      let next = Infinity
      for (const record of tableOf(tables, kind).values() as Iterable<Records[K]>) {
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
        if (changes.length > 0) append(changes)
        apply(tables, changes)
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
      journal = startJournal(file, [])
    },
    close: () => journal.close(),
  }
}
