import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './data-folder.ts'
import { asStorageError, DATA_FOLDER, wholeFile, type FileStorage } from './file-storage.ts'

/** `name` is what its failures call the folder. */
export function createFolderStorage(folder: string, name = DATA_FOLDER): FileStorage {
  const root = path.resolve(folder)

  function fail(error: unknown): never {
    throw asStorageError(error, name)
  }

  async function writeStream(key: string, stream: Readable): Promise<void> {
    const file = path.join(root, key)
    // No row refers to this temporary name. What a crash leaves behind is swept up later.
    const half = `${file}.${randomUUID()}.part`
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
      await pipeline(stream, createWriteStream(half, { flags: 'wx', mode: PRIVATE_FILE, flush: true }))
      await rename(half, file)
    } catch (error) {
      await rm(half, { force: true }).catch(() => undefined)
      fail(error)
    }
  }

  return {
    writeStream,
    async write(key, source) {
      await writeStream(key, await source.open().catch(fail))
    },
    async open(key, bytes) {
      try {
        const handle = await open(path.join(root, key))
        const { size } = await handle.stat()
        return wholeFile({ bytes: size, stream: handle.createReadStream() }, bytes)
      } catch (error) {
        if (isMissing(error)) return undefined
        return fail(error)
      }
    },
    async remove(key) {
      await rm(path.join(root, key), { force: true }).catch(fail)
    },
    async *list(part) {
      try {
        for await (const entry of await opendir(path.join(root, part), { recursive: true })) {
          if (!entry.isFile()) continue
          const file = path.join(entry.parentPath, entry.name)
          const found = await stat(file).catch(() => undefined)
          if (found) yield { key: path.relative(root, file).split(path.sep).join('/'), changedAt: found.mtime, bytes: found.size }
        }
      } catch (error) {
        if (!isMissing(error)) fail(error)
      }
    },
    close: () => undefined,
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
