import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { z } from 'zod/mini'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './data-folder.ts'

const recordSchema = z.object({ pid: z.int(), port: z.int() })
type SandboxRecord = z.infer<typeof recordSchema>

const fileIn = (folder: string) => path.join(folder, 'process.json')

export async function writeRecord(folder: string, record: SandboxRecord): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  await writeFile(`${fileIn(folder)}.new`, JSON.stringify(record), { mode: PRIVATE_FILE })
  await rename(`${fileIn(folder)}.new`, fileIn(folder))
}

/** The recorded sandbox may have ended since. */
export async function readRecord(folder: string): Promise<SandboxRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(fileIn(folder), 'utf8')))
  } catch {
    return undefined
  }
}

/** Checks both, because the process may be a zombie and either number may have been reused. */
export async function isRunning({ pid, port }: SandboxRecord): Promise<boolean> {
  return isAlive(pid) && (await isListening(port))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
