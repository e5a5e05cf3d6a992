import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const modules = path.join(root, 'node_modules')
export const dist = path.join(root, 'dist')
/** Each has its own packages and lock file, so that a change to the site's packages does not affect it. */
export const runtime = path.join(root, 'runtime')
export const tools = path.join(root, 'tools')

/** Returns an empty object if the file cannot be read or parsed. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** A failure that the user can act on, shown without a stack. */
export class Trouble extends Error {}

/**
 * Runs a program to its end, by default in the project's folder. `quiet` withholds its output unless it fails;
 * `onStart` receives its process id. Throws Trouble on failure.
 */
export function run(command, args, { cwd = root, env, quiet = false, onStart = () => {} }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', quiet ? 'pipe' : process.stderr, 'inherit'] })
    let kept = ''
    child.stdout?.on('data', (text) => (kept += text))
    if (child.pid) onStart(child.pid)
    const pass = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    child.on('error', (error) => reject(new Trouble(`${command} could not be run: ${error.message}`)))
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, pass)
      if (code === 0) return resolve()
      process.stderr.write(kept)
      reject(new Trouble(`${[path.basename(command), ...args].join(' ')} failed (${signal ?? `exit code ${code}`}).`))
    })
  })
}

/** Returns the output of --version, or undefined if the program is missing or does not run on this machine. */
export function versionOf(file) {
  if (!file) return undefined
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Returns the first line that says why a program does not run on this machine. */
export function troubleOf(file) {
  const { error, stderr } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return error?.message ?? stderr.trim().split('\n')[0]
}

export async function timed(what, work) {
  console.error(`${what} …`)
  const began = Date.now()
  await work()
  console.error(`  done in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}
