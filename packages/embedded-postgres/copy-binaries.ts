import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Link {
  source: string
  target: string
}

/**
 * Copies the programs to `copyDir`, readable by every account, with the execute permissions and library links that a blocked install
 * script leaves out. Safe for two processes at once: a copy appears whole or not at all, and a copy that `isUsable` stays.
 */
export function copyBinaries(packageDir: string, copyDir: string, isUsable: () => boolean): void {
  const unfinished = `${copyDir}.new-${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  try {
    copyFolder(join(packageDir, 'native'), unfinished, false)
    addLinks(packageDir, unfinished)
    putInPlace(unfinished, copyDir, isUsable)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function putInPlace(unfinished: string, copyDir: string, isUsable: () => boolean): void {
  try {
    renameSync(unfinished, copyDir)
  } catch (error) {
    if (!existsSync(copyDir)) throw error
    if (isUsable()) return
    rmSync(copyDir, { recursive: true, force: true })
    renameSync(unfinished, copyDir)
  }
}

function copyFolder(from: string, to: string, isProgramFolder: boolean): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, target, entry.name === 'bin')
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (!entry.name.endsWith('.a')) {
      copyFileSync(source, target)
      chmodSync(target, isProgramFolder ? 0o755 : 0o644)
    }
  }
}

function addLinks(packageDir: string, copyDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  for (const { source, target } of links) {
    const link = join(copyDir, relative('native', target))
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}
