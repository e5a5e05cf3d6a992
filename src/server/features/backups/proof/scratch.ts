import { randomUUID } from 'node:crypto'
import { errorCode, openClient, type ConnectionOptions } from '#server/lib/db.ts'

const NO_RIGHT = '42501'
const NO_ROOM = '53100'

/** There is nowhere to try a backup: without the right to create a database, or without room. */
export class NoScratchError extends Error {}

/** Runs the work with a new, empty database beside the site's, and drops that. Throws `NoScratchError`. */
export async function inScratch<T>(owner: ConnectionOptions, work: (scratch: ConnectionOptions) => Promise<T>): Promise<T> {
  const name = `meridian_proof_${randomUUID().replaceAll('-', '')}`
  await administer(owner, `create database ${name} template template0 encoding 'UTF8'`).catch(explain)
  try {
    return await work(beside(owner, name)).catch(explain)
  } finally {
    await administer(owner, `drop database if exists ${name} with (force)`)
  }
}

function explain(error: unknown): never {
  if (errorCode(error) === NO_RIGHT) throw new NoScratchError('The role may not create a database (CREATEDB).', { cause: error })
  if (errorCode(error) === NO_ROOM) throw new NoScratchError('There is no room for a second copy of the database.', { cause: error })
  throw error
}

async function administer(owner: ConnectionOptions, statement: string): Promise<void> {
  const client = await openClient(owner, 'proof')
  try {
    await client.query(statement)
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
