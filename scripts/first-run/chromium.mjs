// Chooses the browser for the tests. Runs under any Node ≥ 18, without packages.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { run, timed, tools, Trouble, versionOf } from './programs.mjs'

// Headless shells come first, because they take a third less per page.
const NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Returns the path of a Chromium: `CHROMIUM_PATH`, the system's, Chrome, or Playwright's own; undefined if there is
 * none. Throws if `CHROMIUM_PATH` cannot be run, rather than choosing another.
 *
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  const asked = env.CHROMIUM_PATH
  if (asked) {
    if (!canRun(asked)) throw new Error(`CHROMIUM_PATH is ${asked}, which cannot be run.`)
    return asked
  }
  const onPath = (env.PATH ?? '').split(path.delimiter).flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
  return [...PLACES, ...onPath].find(canRun) ?? playwrightsOwn()
}

/** Lets a browser start quietly, even in a container and as root. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${switchedOff().join(',')}`,
]

function switchedOff() {
  return [
    // Each window would start two processes for its address bar's pop-up, which no one sees.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    // Avoids a spare process, which a test with one window never uses.
    'SpareRendererForSitePerProcess',
    // The last list wins, so Playwright's own disabled features are repeated here.
    'AimEnabled',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'ThirdPartyStoragePartitioning',
  ]
}

function playwrightsOwn() {
  try {
    const { chromium } = createRequire(path.join(tools, 'package.json'))('playwright-core')
    const file = chromium.executablePath()
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

function canRun(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const HOW = 'Install Chromium or Chrome, or set CHROMIUM_PATH, or run: npx playwright install --with-deps chromium'

/** Finds a browser for the tests, or installs Debian's if allowed. Throws Trouble otherwise. */
export async function ensureChromium() {
  if (chosenChromium()) return
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!canInstall) throw new Trouble(`The browser tests need a Chromium and this machine has none. ${HOW}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await timed('Installing Chromium with apt-get, for the browser tests', async () => {
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', packageName()], { env, quiet: true })
  })
  // Ubuntu's package of that name only installs a snap, which a container cannot run.
  if (!versionOf(chosenChromium())) throw new Trouble(`apt-get installed no Chromium that runs here. ${HOW}`)
}

/** Debian has a headless package, which is smaller and faster; other systems with apt-get may not. */
function packageName() {
  const [small, whole] = ['chromium-headless-shell', 'chromium']
  return spawnSync('apt-cache', ['show', small]).status === 0 ? small : whole
}

function chosenChromium() {
  try {
    return findChromium()
  } catch (error) {
    throw new Trouble(error.message)
  }
}
