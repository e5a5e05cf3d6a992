import {
  closeSync,
  copyFileSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** The record after the change, or null if it was removed. */
export type Change = [kind: string, id: string, record: object | null]

export interface Journal {
  /** Throws if the line cannot be written whole, for example to a full disk; the file then holds nothing of it. */
  append(changes: Change[]): void
  close(): void
}

const NEWLINE = 0x0a

function changesIn(line: string): Change[] | undefined {
  try {
    const changes: unknown = JSON.parse(line)
    return Array.isArray(changes) && changes.every((change) => Array.isArray(change) && change.length === 3) ? changes : undefined
  } catch {
    return undefined
  }
}

/** What follows a torn beginning in the same line. The beginning was never acknowledged, since its write had failed. */
function changesBehindTorn(line: string): Change[] | undefined {
  for (let at = line.indexOf('[["', 1); at > 0; at = line.indexOf('[["', at + 1)) {
    const changes = changesIn(line.slice(at))
    if (changes) return changes
  }
  return undefined
}

/**
 * Returns the changes in order, and whether anything torn was skipped: an unfinished end, or a beginning of a line that a failed
 * write left in front of the next one. Neither was acknowledged. Throws if a line is damaged in any other way.
 */
export function readJournal(file: string): { changes: Change[]; isTorn: boolean } {
  const lines = readFileSync(file, 'utf8').split('\n')
  let isTorn = lines.pop() !== ''
  const changes = lines.flatMap((line, index) => {
    const whole = changesIn(line)
    if (whole) return whole
    isTorn = true
    const rest = changesBehindTorn(line)
    if (rest) return rest
    throw new Error(`${file} is corrupt at line ${index + 1}. Delete the file to start again`)
  })
  return { changes, isTorn }
}

/** The file as it is, beside it, in place of an earlier copy. Without room for one the start goes on: nothing acknowledged is in it alone. */
export function keepCopy(file: string): void {
  try {
    copyFileSync(file, `${file}.torn`)
  } catch {
    rmSync(`${file}.torn`, { force: true })
  }
}

/** Replaces the journal atomically with one that holds `initial`; where there is no room for that, goes on with the present one. */
export function startJournal(file: string, initial: Change[]): Journal {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    return compacted(file, initial)
  } catch (error) {
    rmSync(`${file}.new`, { force: true })
    const present = withoutUnfinishedEnd(file)
    if (!present) throw error
    return present
  }
}

function compacted(file: string, initial: Change[]): Journal {
  const fd = openSync(`${file}.new`, 'w', 0o600)
  try {
    const journal = journalAt(fd, 0)
    for (const change of initial) journal.append([change])
    fsyncSync(fd)
    renameSync(`${file}.new`, file)
    return journal
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function withoutUnfinishedEnd(file: string): Journal | undefined {
  try {
    const size = readFileSync(file).lastIndexOf(NEWLINE) + 1
    const fd = openSync(file, 'r+')
    ftruncateSync(fd, size)
    return journalAt(fd, size)
  } catch {
    return undefined
  }
}

/** `size` is the length of what the file holds in whole lines. */
function journalAt(fd: number, size: number): Journal {
  let end = size
  return {
    append: (changes) => {
      const bytes = Buffer.from(`${JSON.stringify(changes)}\n`)
      try {
        // At its place, so that what a failed write has left is overwritten even if it could not be cut off.
        for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, end + done)
      } catch (error) {
        ftruncateSync(fd, end)
        throw error
      }
      end += bytes.length
    },
    close: () => closeSync(fd),
  }
}
