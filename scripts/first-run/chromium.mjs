// Chooses the browser for the tests. Runs under any Node ≥ 18, without packages.
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { tools } from './paths.mjs'

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
    // Each window would start two processes for its address bar's pop-up, which nobody sees.
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
