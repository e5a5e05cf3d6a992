import { query, WireError } from './wire.ts'

/** The database was there before, or another instance won the race. */
const alreadyThere = new Set(['42P04', '23505'])

/** Throws WireError. */
export async function createDatabase(socketDir: string, database: string): Promise<void> {
  const existing = await query(socketDir, 'postgres', `SELECT 1 FROM pg_database WHERE datname = '${database.replaceAll("'", "''")}'`)
  if (existing.length > 0) return
  try {
    await query(socketDir, 'postgres', `CREATE DATABASE "${database.replaceAll('"', '""')}"`)
  } catch (error) {
    if (!(error instanceof WireError && alreadyThere.has(error.code))) throw error
  }
}
