// Makes a clone ready: packages as locked, then the build, each only when something has changed. npm runs it before
// start, dev, check and test, under whatever Node the machine has (≥ 18), so this folder uses no packages and no TypeScript.
//   node scripts/first-run/prepare.mjs             packages and build
//   node scripts/first-run/prepare.mjs --no-build  packages only (development runs the sources)
//   node scripts/first-run/prepare.mjs --server    packages, and of the build the server alone, which the tests of programs run
//   node scripts/first-run/prepare.mjs --rebuild   packages, and a build even when nothing has changed
//   node scripts/first-run/prepare.mjs --test      packages, build, and a browser for the tests
import path from 'node:path'
import process from 'node:process'
import { build, unbuilt } from './build.mjs'
import { ensureChromium } from './ensure-chromium.mjs'
import { install, isInstalled } from './install.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { dist } from './paths.mjs'
import { Trouble } from './programs.mjs'

async function prepare(modes) {
  const wanted = modes.has('--no-build') ? [] : modes.has('--server') ? ['server'] : ['server', 'site']
  const toBuild = () => (modes.has('--rebuild') ? wanted : unbuilt(wanted))
  if (!isInstalled() || toBuild().length > 0) {
    const tellWait = (pid) => console.log(`Another preparation is running (process ${pid}); waiting for it …`)
    await oneAtATime(
      path.join(dist, '.preparing'),
      async (alsoHeldBy) => {
        if (!isInstalled()) await install(alsoHeldBy)
        const parts = toBuild()
        if (parts.length > 0) await build(parts, alsoHeldBy)
      },
      tellWait,
    )
  }
  if (modes.has('--test')) await ensureChromium()
}

try {
  await prepare(new Set(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof Trouble)) throw error
  console.error(error.message)
  process.exitCode = 1
}
