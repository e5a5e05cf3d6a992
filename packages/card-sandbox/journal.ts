import { closeSync, copyFileSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** The record after the change, or null if it was removed. */
export type Change = [kind: string, id: string, record: object | null]

/** Where a file has the JSON of one change, in bytes. */
export interface Place {
  at: number
  bytes: number
}

export interface Journal {
  /** Throws if the line cannot be written whole, for example to a full disk; the file then holds nothing of it. */
  append(changes: Change[]): Place[]
  read(place: Place): Change
  close(): void
}

/** A journal as it was found. */
interface Found {
  /** Whether anything torn was skipped: an unfinished end, or a beginning of a line that a failed write left in front of the next one. */
  isTorn: boolean
  /** The length of its whole lines. */
  size: number
  bytesAt(place: Place): Buffer
  close(): void
}

const NEWLINE = 0x0a
const START = '[['
const PORTION = 1_000_000

function bytesAt(fd: number, { at, bytes }: Place): Buffer {
  const found = Buffer.allocUnsafe(bytes)
  for (let done = 0; done < bytes;) {
    const read = readSync(fd, found, done, bytes - done, at + done)
    if (read === 0) throw new Error('the journal is shorter than it was')
    done += read
  }
  return found
}

/** Yields each line with its place, and returns whether anything follows the last one. */
function* linesOf(fd: number): Generator<[line: Buffer, at: number], boolean> {
  let at = 0
  let started: Buffer[] = []
  const portion = Buffer.allocUnsafe(PORTION)
  for (let read = 0; ;) {
    const length = readSync(fd, portion, 0, PORTION, read)
    if (length === 0) return started.length > 0
    read += length
    let from = 0
    for (let end = portion.indexOf(NEWLINE); end >= 0 && end < length; end = portion.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...started, portion.subarray(from, end)])
      yield [line, at]
      started = []
      at += line.length + 1
      from = end + 1
    }
    if (from < length) started.push(Buffer.from(portion.subarray(from, length)))
  }
}

function changesIn(text: string): Change[] | undefined {
  try {
    const changes: unknown = JSON.parse(text)
    return Array.isArray(changes) && changes.every((change) => Array.isArray(change) && change.length === 3) ? changes : undefined
  } catch {
    return undefined
  }
}

const lineOf = (parts: string[]): string => `[${parts.join(',')}]`

/** Where a line at `at` has its changes. */
function placesOf(parts: string[], at: number): Place[] {
  let next = at + 1
  return parts.map((part) => {
    const place = { at: next, bytes: Buffer.byteLength(part) }
    next += place.bytes + 1
    return place
  })
}

/** A line that was edited by hand may be written otherwise than by us: then nothing is known of the places of its changes. */
function placesIn(changes: Change[], text: string, at: number): Place[] {
  const parts = changes.map((change) => JSON.stringify(change))
  return lineOf(parts) === text ? placesOf(parts, at) : []
}

/**
 * Returns the changes of a line and where they begin: behind 0 bytes, or behind a torn beginning that was never acknowledged, since its
 * write had failed.
 */
function wholeIn(line: Buffer): { changes: Change[]; text: string; from: number } | undefined {
  for (let from = 0; from >= 0; from = line.indexOf(START, from + 1)) {
    const text = line.toString('utf8', from)
    const changes = changesIn(text)
    if (changes) return { changes, text, from }
  }
  return undefined
}

/**
 * Hands over the changes in order, each with its place if that is known. What was torn is skipped: it was not acknowledged. Throws if a
 * line is damaged in any other way.
 */
export function readJournal(file: string, take: (change: Change, place: Place | undefined) => void): Found {
  const fd = openSync(file, 'r')
  try {
    let isTorn = false
    let size = 0
    let number = 0
    const lines = linesOf(fd)
    let next = lines.next()
    for (; !next.done; next = lines.next()) {
      const [line, at] = next.value
      number += 1
      const whole = wholeIn(line)
      if (!whole) throw new Error(`${file} is corrupt at line ${number}. Delete the file to start again`)
      const places = placesIn(whole.changes, whole.text, at + whole.from)
      for (const [index, change] of whole.changes.entries()) take(change, places[index])
      if (whole.from > 0) isTorn = true
      size = at + line.length + 1
    }
    return { isTorn: isTorn || next.value, size, bytesAt: (place) => bytesAt(fd, place), close: () => closeSync(fd) }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** The file as it is, beside it, in place of an earlier copy. Without room for one the start goes on: nothing acknowledged is in it alone. */
export function keepCopy(file: string): void {
  try {
    copyFileSync(file, `${file}.torn`)
  } catch {
    rmSync(`${file}.torn`, { force: true })
  }
}

/**
 * Replaces the journal atomically with one that holds `initial`, each the JSON of a change, and returns their places. Where there is no
 * room for that, goes on with the first `size` bytes of the present one, and returns no places.
 */
export function startJournal(file: string, initial: Iterable<Buffer>, size = 0): { journal: Journal; places?: Place[] } {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    return compacted(file, initial)
  } catch (error) {
    rmSync(`${file}.new`, { force: true })
    const present = upTo(file, size)
    if (!present) throw error
    return { journal: present }
  }
}

function compacted(file: string, initial: Iterable<Buffer>): { journal: Journal; places: Place[] } {
  const fd = openSync(`${file}.new`, 'w+', 0o600)
  try {
    const places: Place[] = []
    let written = 0
    let portion: Buffer[] = []
    let bytes = 0
    const flush = () => {
      writeAll(fd, Buffer.concat(portion), written)
      written += bytes
      portion = []
      bytes = 0
    }
    for (const change of initial) {
      places.push({ at: written + bytes + 1, bytes: change.length })
      portion.push(Buffer.from('['), change, Buffer.from(']\n'))
      bytes += change.length + 3
      if (bytes > PORTION) flush()
    }
    flush()
    fsyncSync(fd)
    renameSync(`${file}.new`, file)
    return { journal: journalAt(fd, written), places }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function upTo(file: string, size: number): Journal | undefined {
  try {
    const fd = openSync(file, 'r+')
    ftruncateSync(fd, size)
    return journalAt(fd, size)
  } catch {
    return undefined
  }
}

function writeAll(fd: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done)
}

/** `size` is the length of what the file holds in whole lines. */
function journalAt(fd: number, size: number): Journal {
  let end = size
  let isOpen = true
  // A request that outlives the sandbox would otherwise read or write the file that has the number next.
  const refuseClosed = () => {
    if (!isOpen) throw new Error('the journal is closed')
  }
  return {
    append: (changes) => {
      refuseClosed()
      const parts = changes.map((change) => JSON.stringify(change))
      const bytes = Buffer.from(`${lineOf(parts)}\n`)
      const places = placesOf(parts, end)
      try {
        // At its place, so that what a failed write has left is overwritten even if it could not be cut off.
        writeAll(fd, bytes, end)
      } catch (error) {
        ftruncateSync(fd, end)
        throw error
      }
      end += bytes.length
      return places
    },
    read: (place) => {
      refuseClosed()
      return JSON.parse(bytesAt(fd, place).toString('utf8')) as Change
    },
    close: () => {
      if (isOpen) closeSync(fd)
      isOpen = false
    },
  }
}
