import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sweepFolder } from './data-folder.ts'
import type { Database } from './db.ts'

const OUR_FILE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.eml$/

export function mailFolder(dataDir: string): string {
  return path.join(dataDir, 'mails')
}

/** The file is kept for as long as the email's row. */
export function mailFile(id: string): string {
  return `${id}.eml`
}

export async function removeMailFiles(dataDir: string, mails: readonly { id: string }[]): Promise<void> {
  for (const { id } of mails) await rm(path.join(mailFolder(dataDir), mailFile(id)), { force: true })
}

export async function sweepMailFiles(dataDir: string, db: Database, before: Date): Promise<void> {
  const isKept = async (files: string[]) => {
    const ours = files.filter((file) => OUR_FILE.test(file)).map((file) => path.parse(file).name)
    const rows = await db
      .selectFrom('mails')
      .select('id')
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(ours))))
      .execute()
    return new Set([...files.filter((file) => !OUR_FILE.test(file)), ...rows.map(({ id }) => mailFile(id))])
  }
  await sweepFolder(mailFolder(dataDir), isKept, before)
}
