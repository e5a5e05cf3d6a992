// Makes a clone ready: packages as locked, then the build, each only when something changed. npm runs it before
// start, dev, check and test, under whatever Node the machine has (≥ 18): no packages here, no TypeScript.
//   node scripts/prepare.mjs             packages and build
//   node scripts/prepare.mjs --no-build  packages only (development runs the sources)
//   node scripts/prepare.mjs --rebuild   packages, and a build even when nothing changed
//   node scripts/prepare.mjs --test      packages, build, and a browser for the tests
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'
import { buildFingerprint, installFingerprint, readJson } from './fingerprint.mjs'
import { oneAtATime } from './one-at-a-time.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const dist = path.join(root, 'dist')
const installStamp = path.join(modules, '.installed.json')
const buildStamp = path.join(dist, '.built.json')
const OLDEST_NODE = [22, 18]
const C_LIBRARY = existsSync('/etc/alpine-release') ? 'musl' : 'glibc'

/** A failure that the reader can act on: shown without a stack. */
class Trouble extends Error {}

/** Set while we hold the lock, see oneAtATime. */
let alsoHeldBy = () => {}

async function prepare(modes) {
  const wantsBuild = !modes.has('--no-build')
  const isReady = () => isInstalled() && (!wantsBuild || (isBuilt() && !modes.has('--rebuild')))
  if (!isReady()) {
    const lockFile = path.join(dist, '.prepare.lock')
    const tellWait = (pid) => console.log(`Another preparation is running (process ${pid}); waiting for it …`)
    await oneAtATime(
      lockFile,
      async (hold) => {
        alsoHeldBy = hold
        if (!isInstalled()) await install()
        if (wantsBuild && (modes.has('--rebuild') || !isBuilt())) await build()
      },
      tellWait,
    )
  }
  if (modes.has('--test')) await ensureChromium()
}

function isInstalled() {
  return readJson(installStamp).fingerprint === installFingerprint(root)
}

async function install() {
  const fingerprint = installFingerprint(root)
  if (!holdsWhatIsLocked()) {
    // Without these two, an install that is cut short is never taken for a whole one.
    rmSync(installStamp, { force: true })
    rmSync(path.join(modules, '.package-lock.json'), { force: true })
    await timed('Installing packages as locked (half a minute, more on a slow line)', () =>
      runNpm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']),
    )
  }
  const node = usableNode()
  writeFileSync(installStamp, JSON.stringify({ fingerprint, node: node.version }))
}

/** Whether someone's own `npm install` already left every locked package of this platform in place. */
function holdsWhatIsLocked() {
  const locked = readJson(path.join(root, 'package-lock.json')).packages
  const present = readJson(path.join(modules, '.package-lock.json')).packages
  if (!locked || !present) return false
  const isPresent = ([name, { version }]) =>
    present[name]?.version === version && readJson(path.join(root, name, 'package.json')).version === version
  const mayLack = ([name, entry]) => entry.optional && !present[name] && !isForThisMachine(entry)
  const entries = Object.entries(locked).filter(([name]) => name !== '')
  return entries.every((entry) => isPresent(entry) || mayLack(entry)) && Object.keys(present).every((name) => locked[name])
}

/** Whether a package says that it is made for this kind of machine; those that say nothing come with one that does. */
function isForThisMachine({ os, cpu, libc }) {
  const allows = (list, value) => !list || list.includes(value)
  return Boolean(os ?? cpu) && allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, C_LIBRARY)
}

/** The Node that npm scripts will run: the one among the packages, else the machine's, if that is new enough. */
function usableNode() {
  const own = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const version = versionOf(own)
  if (isNewEnough(version)) return { file: own, version }
  const machines = [process.env.npm_node_execpath, process.execPath].find((file) => file && !file.startsWith(modules) && existsSync(file))
  if (isNewEnough(versionOf(machines))) {
    // It is there but does not run on this machine (another C library, say): let npm scripts find the machine's.
    rmSync(own, { force: true })
    return { file: machines, version: versionOf(machines) }
  }
  throw new Trouble(
    `No Node ${OLDEST_NODE.join('.')} or newer: npm did not install the one of optionalDependencies for ${process.platform} ${process.arch}, ` +
      `and this machine has ${versionOf(machines) ?? 'none'}. Install Node 24 and run the command again.`,
  )
}

function versionOf(file) {
  if (!file) return undefined
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', shell: file.endsWith('.cmd') })
  return status === 0 ? stdout.trim() : undefined
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = (version ?? '').replace('v', '').split('.').map(Number)
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
}

function isBuilt() {
  const { fingerprint } = readJson(buildStamp)
  return fingerprint !== undefined && fingerprint === buildFingerprint(root)
}

/** Builds beside dist's present content and swaps only what is whole. The caller holds the lock. */
async function build() {
  const fingerprint = buildFingerprint(root)
  for (const name of readdirSync(dist)) {
    if (name.startsWith('.new-') || name.startsWith('.old-')) rmSync(path.join(dist, name), { recursive: true, force: true })
  }
  const fresh = path.join(dist, `.new-${process.pid}`)
  const old = path.join(dist, `.old-${process.pid}`)
  mkdirSync(fresh)
  mkdirSync(old)
  const node = usableNode().file
  const env = { ...process.env, NODE_ENV: 'production' }
  const server = path.join(fresh, 'server')
  const web = path.join(fresh, 'web')
  await timed('Building the server', () => run(node, ['scripts/build-server.mjs', server], { env }))
  await timed('Building the site', async () => {
    await run(node, ['node_modules/vite/bin/vite.js', 'build', '--outDir', web, '--emptyOutDir', '--logLevel', 'warn'], { env })
    await run(node, ['scripts/compress.mjs', web], { env })
  })
  rmSync(buildStamp, { force: true })
  for (const part of ['server', 'web']) {
    if (existsSync(path.join(dist, part))) renameSync(path.join(dist, part), path.join(old, part))
    renameSync(path.join(fresh, part), path.join(dist, part))
  }
  writeFileSync(buildStamp, JSON.stringify({ fingerprint }))
  rmSync(fresh, { recursive: true, force: true })
  rmSync(old, { recursive: true, force: true })
}

async function ensureChromium() {
  if (browser()) return
  const how = 'Install Chromium or Chrome, or set CHROMIUM_PATH, or run: npx playwright install --with-deps chromium'
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!canInstall) throw new Trouble(`The browser tests need a Chromium and this machine has none. ${how}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await timed('Installing Chromium with apt-get, for the browser tests', async () => {
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], { env, quiet: true })
  })
  // Ubuntu's package of that name only points to a snap, which a container cannot run.
  if (!versionOf(browser())) throw new Trouble(`apt-get installed no Chromium that runs here. ${how}`)
}

function browser() {
  try {
    return findChromium()
  } catch (error) {
    throw new Trouble(error.message)
  }
}

async function timed(what, work) {
  console.log(`${what} …`)
  const began = Date.now()
  await work()
  console.log(`  done in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

/** npm by the Node that runs npm, never by the one in node_modules: `npm ci` begins by removing that. */
function runNpm(args) {
  const env = { ...process.env }
  delete env.NODE_ENV
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  if (npm && node && /npm-cli\.c?js$/.test(npm)) return run(node, [npm, ...args], { env, quiet: true })
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { env, quiet: true })
}

/** Runs a program to its end. `quiet` keeps back what it prints on its standard output until it fails. */
function run(command, args, { env, quiet = false }) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32' && command.endsWith('.cmd')
    const child = spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', quiet ? 'pipe' : 'inherit', 'inherit'] })
    let kept = ''
    child.stdout?.on('data', (text) => (kept += text))
    if (child.pid) alsoHeldBy(child.pid)
    const pass = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    child.on('error', (error) => reject(new Trouble(`${command} could not be run: ${error.message}`)))
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, pass)
      if (code === 0) return resolve()
      process.stdout.write(kept)
      reject(new Trouble(`${[path.basename(command), ...args].join(' ')} failed (${signal ?? `exit code ${code}`}).`))
    })
  })
}

try {
  await prepare(new Set(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof Trouble)) throw error
  console.error(error.message)
  process.exitCode = 1
}
