// Bundles the server's programs with most of the packages they use, so that a start opens a few files instead of two
// thousand and need not strip types.
// Usage: node scripts/build-server.mjs <empty target directory>
import { rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { rolldown } from 'rolldown'

const root = path.dirname(import.meta.dirname)
const target = path.resolve(process.argv[2] ?? path.join(root, 'dist/server'))

const PROGRAMS = ['src/server/main', 'src/server/cli', 'card-sandbox/main', 'embedded-postgres/watchdog']

/**
 * These stay where npm put them: packages with native parts or files beside them, and those that a running site may load
 * long after its start, when a later build has taken the place of its own.
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

/** Node reads the whole source map at the start and keeps it: with the packages' part that would be 50 MB for nothing. */
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
    // Each is found in dist/server where its source is in the repository.
    input: Object.fromEntries(PROGRAMS.map((file) => [file, `./${file}.ts`])),
    platform: 'node',
    external: (id) => LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [withoutMap],
    // A name that does not resolve would otherwise only fail at run time.
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
    // Only places are asked of it, in stack traces.
    sourcemapExcludeSources: true,
    sourcemapPathTransform,
  })
  await bundle.close()
  return output.filter((file) => file.type === 'chunk').length
}

/** Returns a source's place as seen from dist/server, into which the target is moved once it is complete. */
function sourcemapPathTransform(source, map) {
  const moved = path.join(root, 'dist/server', path.relative(target, map))
  return path.relative(path.dirname(moved), path.resolve(path.dirname(map), source))
}
