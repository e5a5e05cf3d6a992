import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PRIVATE_FILE } from '#server/lib/data-folder.ts'

/** Per account, because a data folder may serve several databases in turn. */
const MAX_KEPT = 10

/** The passwords that we gave to demo accounts, in the data folder: one line each, `email  password`. */
export interface KeptPasswords {
  file: string
  /** Newest first. */
  listOf(email: string): Promise<string[]>
  keep(email: string, password: string): Promise<void>
}

export function openKeptPasswords(folder: string): KeptPasswords {
  const file = path.join(path.resolve(folder), 'demo-passwords.txt')

  async function read(): Promise<string[]> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    return text.split('\n').filter(Boolean)
  }

  /** Replaces the file in one step, because a crash must not lose passwords that exist nowhere else. */
  async function write(lines: string[]): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true })
    const unfinished = `${file}.new`
    await writeFile(unfinished, lines.map((line) => `${line}\n`).join(''), { mode: PRIVATE_FILE })
    await rename(unfinished, file)
  }

  const isOf = (email: string) => (line: string) => line.startsWith(`${email}  `)

  return {
    file,
    listOf: async (email) =>
      (await read())
        .filter(isOf(email))
        .map((line) => line.slice(email.length + 2))
        .toReversed(),
    async keep(email, password) {
      const lines = await read()
      const own = [...lines.filter(isOf(email)), `${email}  ${password}`].slice(-MAX_KEPT)
      await write([...lines.filter((line) => !isOf(email)(line)), ...own])
    },
  }
}
