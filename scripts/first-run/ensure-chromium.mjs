import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { findChromium } from './chromium.mjs'
import { run, timed, Trouble, versionOf } from './programs.mjs'

const HOW = 'Install Chromium or Chrome, or set CHROMIUM_PATH, or run: npx playwright install --with-deps chromium'

/** Finds a browser for the tests, or installs Debian's if allowed. Throws Trouble otherwise. */
export async function ensureChromium() {
  if (chromium()) return
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!canInstall) throw new Trouble(`The browser tests need a Chromium and this machine has none. ${HOW}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await timed('Installing Chromium with apt-get, for the browser tests', async () => {
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', packageName()], { env, quiet: true })
  })
  // Ubuntu's package of that name only installs a snap, which a container cannot run.
  if (!versionOf(chromium())) throw new Trouble(`apt-get installed no Chromium that runs here. ${HOW}`)
}

/** Debian has a headless package, which is smaller and faster; other systems with apt-get may not. */
function packageName() {
  const [small, whole] = ['chromium-headless-shell', 'chromium']
  return spawnSync('apt-cache', ['show', small]).status === 0 ? small : whole
}

function chromium() {
  try {
    return findChromium()
  } catch (error) {
    throw new Trouble(error.message)
  }
}
