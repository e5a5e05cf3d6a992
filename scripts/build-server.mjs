// Compiles the server's TypeScript to plain JavaScript, file by file, so that `npm start` need not strip types
// (20–30 MB of resident memory) and files that look for a neighbour beside them (the watchdog) still find it.
// Usage: node scripts/build-server.mjs <empty target directory>
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { rolldown } from 'rolldown'

const root = path.dirname(import.meta.dirname)
const target = path.resolve(process.argv[2] ?? path.join(root, 'dist/server'))

const isProgram = (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts')
const programs = [
  ...readdirSync(path.join(root, 'src/server'))
    .filter(isProgram)
    .map((name) => `src/server/${name}`),
  'card-sandbox/main.ts',
  'embedded-postgres/launcher.ts',
  'embedded-postgres/watchdog.ts',
].filter((file) => existsSync(path.join(root, file)))

rmSync(target, { recursive: true, force: true })
try {
  const modules = await build()
  console.log(`  ${modules} server modules`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function build() {
  const bundle = await rolldown({
    cwd: root,
    // Named after their path without the suffix: dist/server then mirrors the source tree.
    input: Object.fromEntries(programs.map((file) => [file.replace(/\.ts$/, ''), `./${file}`])),
    platform: 'node',
    // Our own begin with a dot, a slash or `#`; everything else is a package and stays where npm put it.
    external: (id) => !/^[.#/]|^[A-Za-z]:[\\/]/.test(id),
    // A name that does not resolve would otherwise only fail at run time.
    onLog(level, log, report) {
      if (level === 'warn') report('error', log)
      else report(level, log)
    },
  })

  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: root,
    entryFileNames: '[name].js',
    sourcemap: true,
  })
  await bundle.close()
  return output.filter((file) => file.type === 'chunk').length
}
