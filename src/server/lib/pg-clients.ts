import { createHash } from 'node:crypto'
import { callbackify } from 'node:util'
import pg from 'pg'

/** What the driver says once `query_timeout` is over. */
const NO_RESPONSE = 'Query read timeout'
/** A write was refused because this server is, or has become, one that follows another. */
const READ_ONLY = '25006'

type Callback = (error: Error | null, result?: pg.QueryResult) => void

/**
 * Breaks a connection that leads nowhere: to a server that froze or was cut off, which says nothing and never will, or to one that no
 * longer leads. The driver itself would go on waiting in it, and the pool would hand it out again.
 */
export class ImpatientClient extends pg.Client {
  // One implementation cannot express the wider signature of pg's overloads.
  override query(...args: unknown[]): never {
    const ask = super.query as (...args: unknown[]) => unknown
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const heard: Callback = (error, result) => {
        if (error) this.#leave(error)
        ;(callback as Callback)(error, result)
      }
      return ask.apply(this, [...args.slice(0, -1), heard]) as never
    }
    const answer = ask.apply(this, args)
    if (!(answer instanceof Promise)) return answer as never
    return answer.catch((error: unknown) => {
      this.#leave(error)
      throw error
    }) as never
  }

  #leave(error: unknown): void {
    const isSilent = error instanceof Error && error.message === NO_RESPONSE
    const isFollower = error instanceof pg.DatabaseError && error.code === READ_ONLY
    if (isSilent || isFollower) this.connection.stream.destroy()
  }
}

type Ask = (statement: pg.QueryConfig) => Promise<pg.QueryResult>
type PreparedCallback = (error: Error | null, result: pg.QueryResult) => void

/** Limited per connection, where prepared statements take memory. */
const MAX_STATEMENTS = 400

/**
 * Matches statements with unlisted columns. When another process adds a column, as any rolling deploy may, such a
 * statement's result changes, and PostgreSQL refuses to run it where it was prepared under a name.
 */
const ANY_COLUMNS = /(?:select|returning) \*|\.\*/

/**
 * Sends every parameterised statement as a named prepared statement, so that the server parses and plans it once per
 * connection (measured 1.5–2.5 times the throughput). Statements with unlisted columns, and those beyond a fixed number
 * of distinct texts, such as lists of varying length, stay unnamed so that they cannot fill the server's memory.
 */
export class PreparingClient extends ImpatientClient {
  /** Incremented when another process has changed a prepared statement's result, which renames every statement. */
  #generation = 0
  /** Keyed by statement text. */
  readonly #names = new Map<string, string>()

  // One implementation cannot express the wider signature of pg's overloads.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? this.#nameOf(text) : undefined
    if (!name) return super.query(...args)
    const prepared = async () => this.#queryPrepared(name, { text: text as string, values: values as unknown[] })
    if (typeof callback !== 'function') return prepared() as never
    return callbackify(prepared)(callback as PreparedCallback) as never
  }

  /**
   * Outside a transaction, a statement whose result has changed is prepared anew and run again, since PostgreSQL refused
   * it before doing anything. A transaction fails; its retry uses the new names.
   */
  async #queryPrepared(name: string, statement: { text: string; values: unknown[] }): Promise<pg.QueryResult> {
    const isAlone = this.getTransactionStatus() === 'I'
    const generation = this.#generation
    const ask = (super.query as Ask).bind(this)
    try {
      return await ask({ ...statement, name: `${name}.${generation}` })
    } catch (error) {
      if (!isResultChanged(error)) throw error
      if (this.#generation === generation) this.#generation += 1
      if (!isAlone) throw error
      return ask({ ...statement, name: `${name}.${this.#generation}` })
    }
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known) return known
    if (this.#names.size >= MAX_STATEMENTS || ANY_COLUMNS.test(text)) return undefined
    const name = createHash('sha1').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }
}

/** The code alone would cover everything that PostgreSQL does not support. */
function isResultChanged(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Prepares nothing under a name, whatever a library asks for: a pooler would look for it in another session. */
export class UnnamedClient extends ImpatientClient {
  // One implementation cannot express the wider signature of pg's overloads.
  override query(...args: unknown[]): never {
    const [statement, ...others] = args
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement
    return super.query(isNamed ? { ...statement, name: undefined } : statement, ...others)
  }
}
