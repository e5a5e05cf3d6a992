import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** The record after the change, or null if it was removed. */
export type Change = [kind: string, id: string, record: object | null]

/** Writes the whole line to the operating system, so that it survives a kill of this process. */
function writeLine(fd: number, changes: Change[]): void {
  const bytes = Buffer.from(`${JSON.stringify(changes)}\n`)
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
}

/**
 * Returns the changes in order. An unfinished last line comes from a kill in mid-write and was never acknowledged, so it
 * is ignored. Throws if an earlier line is damaged.
 */
export function readJournal(file: string): Change[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.pop()
  return lines.flatMap((line, index) => {
    try {
      return JSON.parse(line) as Change[]
    } catch {
      throw new Error(`${file} is corrupt at line ${index + 1}. Delete the file to start again`)
    }
  })
}

/** Replaces the journal atomically with one that holds `initial`. */
export function startJournal(file: string, initial: Change[]): { append(changes: Change[]): void; close(): void } {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fd = openSync(`${file}.new`, 'w', 0o600)
  for (const change of initial) writeLine(fd, [change])
  fsyncSync(fd)
  renameSync(`${file}.new`, file)
  return { append: (changes) => writeLine(fd, changes), close: () => closeSync(fd) }
}
