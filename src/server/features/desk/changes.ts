import { PassThrough } from 'node:stream'
import { may } from '#shared/accounts/permissions.ts'
import type { Role } from '#shared/accounts/public.ts'
import { CHANGE_EVENTS, CHANGE_NOUNS, CHANGES_BEAT_MS, type Change, type ChangeNoun } from '#shared/changes.ts'
import { followChanges } from '#shared/desk/change-calls.ts'
import { createChangeListener } from '#server/lib/change-listener.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { oldestLogin, staffRoleOf } from '#server/lib/guards.ts'
import type { Serving } from '#server/lib/serve.ts'

const EVENT_STREAM = 'text/event-stream'

export function changeChannel({ flow }: Serving, streams: ChangeStreams): void {
  flow(
    followChanges,
    async ({ deps, request, reply }) => {
      if (!request.headers.accept?.includes(EVENT_STREAM))
        throw new AppError('not_acceptable', `This call responds with ${EVENT_STREAM} only.`)
      const stream = await streams.open(deps.auth.require(request).sessionId, staffRoleOf(request))
      // A browser does not retry after this status.
      if (stream === 'full') return reply.code(204).send()
      if (!stream) throw new AppError('unavailable', 'Live updates are unavailable right now.')
      // Otherwise a buffering proxy would hold the events back.
      return reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no').type(EVENT_STREAM).send(stream)
    },
    { isChannel: true },
  )
}

/** A stream with more unsent bytes than this is assumed to have no reader. */
const MAX_WAITING_BYTES = 64 * 1024
/** A browser opens one for each visible tab. */
const MAX_PER_SESSION = 8
/** Topics that may end a session or change its role. */
const ENDING = new Set(['sessions', 'people'])

interface Stream {
  out: PassThrough
  sessionId: string
  role: Role
}

/** Serves the open streams of one process, and listens to the database only while there are any. */
export interface ChangeStreams {
  /** Returns undefined where database notifications do not arrive, and `full` if the session has too many streams. */
  open(sessionId: string, role: Role): Promise<PassThrough | 'full' | undefined>
  close(): Promise<void>
}

type Needs = Pick<Deps, 'db' | 'log' | 'now' | 'pool'>

export function createChangeStreams({ db, log, now, pool }: Needs): ChangeStreams {
  const streams = new Set<Stream>()
  let isClosed = false
  let listening: Promise<boolean> | undefined
  /** Serialises starting and stopping. */
  let lastTurn: Promise<unknown> = Promise.resolve()
  const listener = createChangeListener(pool.options, log, hear)
  const beating = setInterval(() => void beat(), CHANGES_BEAT_MS).unref()

  function hear(text: string | undefined): void {
    if (text === undefined) return announce({})
    const [noun = '', ...ids] = text.split(' ')
    if (ENDING.has(noun)) void endRevoked()
    if (noun in CHANGE_NOUNS) announce({ noun: noun as ChangeNoun, ...(ids.length > 0 && { ids }) })
  }

  function announce(change: Change): void {
    const event = eventOf(CHANGE_EVENTS.change, change)
    for (const { out, role } of streams) {
      if (change.noun && !may(role, CHANGE_NOUNS[change.noun])) continue
      send(out, event)
    }
  }

  function send(out: PassThrough, event: string): void {
    if (out.writableLength + out.readableLength > MAX_WAITING_BYTES) out.destroy()
    else out.write(event)
  }

  async function beat(): Promise<void> {
    if (streams.size === 0) return
    for (const { out } of streams) send(out, eventOf(CHANGE_EVENTS.beat, {}))
    await Promise.all([listener.check(), endRevoked()])
  }

  /** Ends streams whose session has ended or changed role; the browser reconnects and the guard decides. */
  async function endRevoked(): Promise<void> {
    const open = [...streams]
    try {
      const roles = await findRoles(
        db,
        open.map(({ sessionId }) => sessionId),
        now(),
      )
      for (const { out, sessionId, role } of open) if (roles.get(sessionId) !== role) out.end()
    } catch (error) {
      // While the database is down no changes arrive either.
      log.warn({ err: error }, 'the sessions of the console could not be checked')
    }
  }

  async function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(step)
    lastTurn = turn.catch(() => undefined)
    return turn
  }

  function forget(stream: Stream): void {
    streams.delete(stream)
    if (streams.size > 0 || !listening) return
    listening = undefined
    void inTurn(async () => listener.stop())
  }

  return {
    async open(sessionId, role) {
      if (isClosed) return undefined
      if ([...streams].filter((each) => each.sessionId === sessionId).length >= MAX_PER_SESSION) return 'full'
      const stream = { out: new PassThrough(), sessionId, role }
      streams.add(stream)
      stream.out.once('close', () => forget(stream))
      listening ??= inTurn(async () => listener.start())
      if (!(await listening)) {
        stream.out.destroy()
        return undefined
      }
      stream.out.write(eventOf(CHANGE_EVENTS.beat, {}))
      return stream.out
    },
    async close() {
      isClosed = true
      clearInterval(beating)
      for (const { out } of streams) out.end()
      await inTurn(async () => listener.stop())
    },
  }
}

function eventOf(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

async function findRoles(db: Database, sessionIds: readonly string[], now: Date): Promise<Map<string, Role>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'role'])
    .where('sessions.id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .where('sessions.created_at', '>', oldestLogin(now))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}
