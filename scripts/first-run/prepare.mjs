// Makes a clone ready: packages as locked, then the build, each only when something has changed. npm runs it before
// start, dev, check and test, under whatever Node the machine has (≥ 18), so this folder uses no packages and no TypeScript.
// It writes only to standard error: standard output is for the command that follows, whose result may be JSON.
//   node scripts/first-run/prepare.mjs             what building and running need, and the build
//   node scripts/first-run/prepare.mjs --no-build  packages only (development runs the sources)
//   node scripts/first-run/prepare.mjs --server    of the build the server alone, which the tests of programs run
//   node scripts/first-run/prepare.mjs --rebuild   a build even when nothing has changed
//   node scripts/first-run/prepare.mjs --tools     also what checking, testing and measuring need
//   node scripts/first-run/prepare.mjs --test      also that, and a browser for the tests
import path from 'node:path'
import process from 'node:process'
import { build, unbuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { install, isInstalled } from './install.mjs'
import { bundledNode, installNode, lacksLinks, lacksNode, setLinks, usableNode } from './usable-node.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { dist, root, tools, Trouble } from './programs.mjs'

async function prepare(modes) {
  const withTools = modes.has('--tools') || modes.has('--test')
  const wanted = modes.has('--no-build') ? [] : modes.has('--server') ? ['server'] : ['server', 'site']
  const toBuild = () => (modes.has('--rebuild') ? wanted : unbuilt(wanted))
  const isPrepared = () =>
    !lacksNode() && isInstalled(root) && (!withTools || isInstalled(tools)) && !lacksLinks(withTools) && toBuild().length === 0
  if (!isPrepared()) {
    const tellWait = (pid) => console.error(`Another preparation is running (process ${pid}); waiting for it …`)
    await oneAtATime(
      path.join(dist, '.preparing'),
      async (alsoHeldBy) => {
        await installNode(alsoHeldBy)
        // Throws if there is none.
        usableNode()
        const newer = bundledNode()
        if (!isInstalled(root)) await install(root, 'packages as locked', newer, alsoHeldBy)
        if (withTools && !isInstalled(tools)) await install(tools, 'what tests and checks need', newer, alsoHeldBy)
        setLinks(withTools)
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
