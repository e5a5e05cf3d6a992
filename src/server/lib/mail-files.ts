import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sweepFolder } from './data-folder.ts'
import type { Database } from './db.ts'

const OUR_FILE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.eml(?:\.new)?$/

export function mailFolder(dataDir: string): string {
  return path.join(dataDir, 'mails')
}

/** The file is kept as long as the email's row. */
export function mailFile(id: string): string {
  return `${id}.eml`
}

/** Returns the name of an email's file while it is being written, so that readers of the folder find only complete emails. */
export function halfMailFile(id: string): string {
  return `${mailFile(id)}.new`
}

/** Files that do not exist are ignored. */
export async function removeMailFiles(dataDir: string, mails: readonly { id: string }[]): Promise<void> {
  for (const { id } of mails)
    for (const name of [mailFile(id), halfMailFile(id)]) await rm(path.join(mailFolder(dataDir), name), { force: true })
}

/** Removes files older than `before` whose email has been deleted, and those left half-written by a crash. */
export async function sweepMailFiles(dataDir: string, db: Database, before: Date): Promise<void> {
  const isKept = async (files: string[]) => {
    const ours = files.filter((file) => OUR_FILE.test(file)).map((file) => file.split('.')[0])
    const rows = await db
      .selectFrom('mails')
      .select('id')
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(ours))))
      .execute()
    return new Set([...files.filter((file) => !OUR_FILE.test(file)), ...rows.map(({ id }) => mailFile(id))])
  }
  await sweepFolder(mailFolder(dataDir), isKept, before)
}
