import { errorCode, openClient, type ConnectionOptions } from '#server/lib/db.ts'
import { TIGHT_BYTES } from '#server/lib/disk-room.ts'

const NO_RIGHT = '42501'
const NO_ROOM = '53100'
const NO_ROOM_LEFT = 'There isn’t enough space for a second copy of the database.'

/** There is nowhere to try a backup: without the right to create a database, or without room. */
export class NoScratchError extends Error {}

/** A copy is as large as the database, and while it is made its log may be too. */
const COPIES = 2

export interface Beside {
  owner: ConnectionOptions
  /** Finds the bytes that are free on the database's disk; absent where nobody here knows that. */
  findFree: (() => Promise<number>) | undefined
}

/**
 * Runs the work with a new, empty database beside the site's, and drops that, as it does one that a killed process has left: one at a time for
 * each site. Throws `NoScratchError`.
 */
export async function inScratch<T>({ owner, findFree }: Beside, work: (scratch: ConnectionOptions) => Promise<T>): Promise<T> {
  const { name, bytes } = await measure(owner)
  const drop = `drop database if exists ${name} with (force)`
  await administer(owner, drop).catch(explain)
  if (findFree && (await findFree()) < COPIES * bytes + TIGHT_BYTES) throw new NoScratchError(NO_ROOM_LEFT)
  await administer(owner, `create database ${name} template template0 encoding 'UTF8'`).catch(explain)
  try {
    return await work(beside(owner, name)).catch(explain)
  } finally {
    await administer(owner, drop)
  }
}

/** Returns the size of the site's database, and the name for one beside it: other sites on the same server have names of their own. */
async function measure(owner: ConnectionOptions): Promise<{ name: string; bytes: number }> {
  const [row] = await administer(owner, `select oid, pg_database_size(oid) as bytes from pg_database where datname = current_database()`)
  return { name: `meridian_proof_${String(row?.['oid'])}`, bytes: Number(row?.['bytes']) }
}

function explain(error: unknown): never {
  if (errorCode(error) === NO_RIGHT)
    throw new NoScratchError('The database role isn’t allowed to create databases (CREATEDB).', { cause: error })
  if (errorCode(error) === NO_ROOM) throw new NoScratchError(NO_ROOM_LEFT, { cause: error })
  throw error
}

async function administer(owner: ConnectionOptions, statement: string): Promise<Record<string, unknown>[]> {
  const client = await openClient(owner, 'proof')
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

function beside(owner: ConnectionOptions, database: string): ConnectionOptions {
  if (!('connectionString' in owner)) return { ...owner, database }
  const url = new URL(owner.connectionString)
  url.pathname = `/${database}`
  return { ...owner, connectionString: url.href }
}
