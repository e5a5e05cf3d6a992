import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStorage } from '#server/lib/file-storage.ts'
import type { Place } from '#server/lib/site-files.ts'
import { encrypted, type Member } from './bundle-format.ts'
import type { Writing } from './bundle-writing.ts'
import { FILES, filesFolder } from './places.ts'
import type { StoredUpload } from './records.ts'

/** Read at the same time, so that a bucket's answers are not waited for one by one. */
const AT_ONCE = 4

export interface Beside {
  place: Place
  key: string | undefined
  /** What the place is known to have, by its names there. */
  known: ReadonlyMap<string, { bytes: number; sha256: string }>
}

export interface FilesTold {
  /** All that the backup needs. */
  members: Member[]
  /** That the site itself no longer has, though a row speaks of them. */
  missing: string[]
  written: number
  /** Where those beside the bundle lie. */
  folder: string
}

/** Adds the uploaded files to the bundle, or, with `beside`, to its place, where each is kept once for all bundles. */
export async function backUpFiles(
  files: FileStorage,
  uploads: readonly StoredUpload[],
  writing: Writing,
  beside?: Beside,
): Promise<FilesTold> {
  const folder = filesFolder(beside?.key)
  const told: FilesTold = { members: [], missing: [], written: 0, folder }
  const stored = beside && (await listStored(beside.place, folder))
  for (let start = 0; start < uploads.length; start += AT_ONCE) {
    const some = uploads.slice(start, start + AT_ONCE)
    const contents = await Promise.all(
      some.map(async ({ key }) => {
        const known = stored?.has(key) ? beside?.known.get(`${folder}/${key}`) : undefined
        return known ?? (await readWhole(files, key))
      }),
    )
    for (const [index, content] of contents.entries()) {
      const key = some[index]?.key ?? ''
      if (content === undefined) told.missing.push(key)
      else if (!Buffer.isBuffer(content)) told.members.push({ name: `${FILES}/${key}`, ...content })
      else {
        if (beside) await beside.place.storage.writeStream(`${folder}/${key}`, await streamOf(content, beside.key))
        told.members.push(beside ? memberOf(key, content) : await writing.addWhole(`${FILES}/${key}`, content))
        told.written += 1
      }
    }
  }
  if (beside) for (const member of told.members) writing.note(member)
  return told
}

async function listStored({ storage }: Place, folder: string): Promise<Set<string>> {
  const stored = new Set<string>()
  for await (const { key } of storage.list(folder)) stored.add(key.slice(folder.length + 1))
  return stored
}

async function readWhole(files: FileStorage, key: string): Promise<Buffer | undefined> {
  const file = await files.open(key)
  return file && buffer(file.stream)
}

function memberOf(key: string, content: Buffer): Member {
  return { name: `${FILES}/${key}`, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

async function streamOf(content: Buffer, key: string | undefined): Promise<Readable> {
  const plain = Readable.from([content])
  return key === undefined ? plain : encrypted(plain, key)
}
