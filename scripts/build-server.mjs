// Bundles the server with most of its packages, so that a start opens a few files instead of two thousand and need not strip types.
// Usage: node scripts/build-server.mjs <empty target directory>
import { rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { rolldown } from 'rolldown'

const root = path.dirname(import.meta.dirname)
const target = path.resolve(process.argv[2] ?? path.join(root, 'dist/server'))

const PROGRAMS = ['src/server/main', 'src/server/cli', 'packages/card-sandbox/main', 'packages/embedded-postgres/watchdog']

/**
 * Packages with native parts or files of their own, and packages that a running site may load long after its start, when
 * a later build has replaced its own.
 */
const LEFT_OUT = [
  '@embedded-postgres',
  '@node-rs/argon2',
  'sharp',
  'pg-native',
  'thread-stream',
  '@aws-sdk',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
]

/** Node reads and keeps the whole source map at startup, in which the packages' part would waste 50 MB. */
const withoutMap = {
  name: 'packages-without-map',
  transform: {
    filter: { id: /\/node_modules\// },
    handler: (code) => ({ code, map: { version: 3, sources: [], names: [], mappings: '' } }),
  },
}

rmSync(target, { recursive: true, force: true })
try {
  const files = await build()
  console.log(`  ${files} server files`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function build() {
  const bundle = await rolldown({
    cwd: root,
    // Each program keeps its source's path relative to dist/server.
    input: Object.fromEntries(PROGRAMS.map((file) => [file, `./${file}.ts`])),
    platform: 'node',
    external: (id) => LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [withoutMap],
    // Otherwise an unresolved name would only fail at run time.
    onLog(level, log, report) {
      if (level === 'warn') report('error', log)
      else report(level, log)
    },
  })

  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    codeSplitting: { groups: [{ name: 'packages', test: /\/node_modules\// }] },
    sourcemap: true,
    // Stack traces need only positions.
    sourcemapExcludeSources: true,
    sourcemapPathTransform,
  })
  await bundle.close()
  return output.filter((file) => file.type === 'chunk').length
}

/** Returns a source's path relative to dist/server, where the finished target is moved. */
function sourcemapPathTransform(source, map) {
  const moved = path.join(root, 'dist/server', path.relative(target, map))
  return path.relative(path.dirname(moved), path.resolve(path.dirname(map), source))
}
