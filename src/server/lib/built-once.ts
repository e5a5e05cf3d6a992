import { CompiledQuery, type Compilable } from 'kysely'
import type { Database } from './db.ts'

/**
 * Builds a statement once and runs it with new values each time. For hot paths, where building a statement keeps the
 * thread busy longer than sending it. `build` receives placeholders named like the first call's values, which it may
 * insert but not read. Values may be grouped in plain objects.
 */
export function builtOnce<V extends object, R>(
  build: (db: Database, values: V) => Compilable<R>,
): (db: Database, values: V) => Promise<R[]> {
  let built: CompiledQuery | undefined
  return async (db, values) => {
    built ??= build(db, standIns(values) as V).compile()
    const parameters = built.parameters.map((each) => (each instanceof StandIn ? each.valueIn(values) : each))
    return (await db.executeQuery<R>(CompiledQuery.raw(built.sql, parameters))).rows
  }
}

export function only<R>([row]: R[]): R {
  if (row === undefined) throw new Error('a statement that always has a row had none')
  return row
}

class StandIn {
  readonly #path: string[]

  constructor(path: string[]) {
    this.#path = path
  }

  valueIn(values: object): unknown {
    return this.#path.reduce<unknown>((group, name) => (group as Record<string, unknown>)[name], values)
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`${this.#path.join('.')} is not known when its statement is built`)
  }
}

function standIns(group: object, path: string[] = []): object {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => [name, isGroup(value) ? standIns(value, [...path, name]) : new StandIn([...path, name])]),
  )
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
