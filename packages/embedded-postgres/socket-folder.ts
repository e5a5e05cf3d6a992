import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdtempSync, readlinkSync, rmdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'

/** Only part of the socket's file name: nothing listens on the network. */
export const port = 5432

/** sun_path holds 108 bytes on Linux and 104 on macOS. */
const longestSocketPath = 100

/**
 * Returns the same folder for every instance, whatever its TMPDIR, since adopters must find it: in the home, or in /tmp if that path is
 * too long for a socket. If another user has taken the name in /tmp, it gets an unguessable one, which the home records.
 */
export function socketDirOf(home: string, projectName: string, account: Account): string {
  const beside = join(home, 'socket')
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${port}`)) <= longestSocketPath) return beside
  const prefix = join('/tmp', `${projectName.slice(0, 40)}-`)
  const link = join(home, 'socket-folder')
  const kept = readLink(link)
  if (kept !== undefined && isFreeOrOwn(kept, account.uid)) return kept
  const usual = prefix + shortHash(home)
  if (kept === undefined && isFreeOrOwn(usual, account.uid)) return usual
  const made = mkdtempSync(prefix)
  chownSync(made, account.uid, account.gid)
  if (kept !== undefined) rmSync(link, { force: true })
  try {
    symlinkSync(made, link)
    return made
  } catch {
    // Another instance starting at the same time was first.
    rmdirSync(made)
    return readLink(link) ?? usual
  }
}

/** Returns whether the folder is missing, or owned by `uid` and closed to others. */
export function isFreeOrOwn(folder: string, uid: number): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return !found || (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0)
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
