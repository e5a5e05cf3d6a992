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
