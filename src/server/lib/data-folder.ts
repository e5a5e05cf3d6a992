import { chmod, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'

/** For files with personal data or secrets: nobody else on the machine reads them. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

/**
 * Creates the data folder and closes it, and what earlier versions left in it, to every other account of the machine. The embedded
 * database's own folder is left to it: under root another account owns it, which must be able to pass through the data folder.
 */
export async function closeDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, process.getuid?.() === 0 ? 0o711 : PRIVATE_FOLDER)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === 'postgres' || entry.isSymbolicLink()) continue
    await chmod(path.join(folder, entry.name), entry.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE)
  }
}
