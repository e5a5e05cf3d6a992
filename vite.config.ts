import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { brandPlugin } from './scripts/web-build/brand-plugin.ts'
import { byteBudgets } from './scripts/web-build/byte-budgets.ts'
import { prerenderPlugin } from './scripts/web-build/prerender-plugin.ts'
import { requestSchemas } from './scripts/web-build/request-schemas.ts'
import { siteIcons } from './scripts/web-build/site-icons.ts'
import { brand } from './src/shared/brand.ts'

const server = process.env['VITE_DEV_API'] ?? 'http://localhost:3000'

/** The calls are at the root of the origin (specification §7): a path that begins like one of them is the server's. */
const paths = globSync('src/shared/*/*{calls,paths}.ts', { cwd: import.meta.dirname }).flatMap((file) =>
  Array.from(readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/'(\/[a-z][^']*)'/g), ([, at = '']) => at),
)
const firstSegments = paths.map((each) => each.split('/')[1])
const passedOn = new Set([...firstSegments, 'card-sandbox', 'healthz', 'readyz', 'openapi.json'])

// The prerendered footer and the script that takes it over must agree on the year.
process.env['VITE_BUILT_IN'] = String(new Date().getFullYear())

// Puts `.br` and `.gz` beside every text file, where they are smaller: the server only picks one.
const packed = (quality: number, files: { include: RegExp; exclude?: RegExp }) =>
  compression({
    ...files,
    // Below one network packet there is nothing to gain.
    threshold: 1000,
    skipIfLargerOrEqual: true,
    algorithms: [
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      defineAlgorithm('gzip', { level: constants.Z_BEST_COMPRESSION }),
    ],
  })
/** The map's hundreds of tiles gain nothing from the last step of quality, which takes three times as long as all before. */
const COAST = /coast\/[\d-]+\.json$/

const LOADED_BY_ENTRY = /\/(index|react|rolldown-runtime|createLucideIcon|hooks|session|tab-store)-[\w-]{8}\.js$/

export default defineConfig({
  plugins: [
    brandPlugin(brand),
    requestSchemas(),
    react(),
    tailwindcss(),
    prerenderPlugin(),
    siteIcons(brand),
    byteBudgets(),
    packed(constants.BROTLI_MAX_QUALITY, { include: /\.(js|css|html|svg|json|webmanifest|txt|xml)$/, exclude: COAST }),
    packed(constants.BROTLI_MAX_QUALITY - 1, { include: COAST }),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: 'hidden',
    // What the entry itself has loaded is there before any page: naming it for each would only lengthen the entry's list.
    modulePreload: {
      resolveDependencies: (_file, files, { hostType }) => files.filter((file) => hostType === 'html' || !LOADED_BY_ENTRY.test(file)),
    },
    rolldownOptions: {
      // What is shared is pure, and so are schemas: those that no page needs are left out.
      treeshake: { manualPureFunctions: ['z'], moduleSideEffects: [{ test: /\/src\/shared\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // React in a separate file: boot.ts starts the files one after another, so that the page can respond between them.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What most responses are read with is small, and packs better as one file than in the pieces that some pages share. Whatever one of
            // these imports belongs here too: two files that import each other may not find what they need.
            {
              name: 'schemas',
              test: /src\/shared\/((currency-schema|dates|errors|fields|lenient|photo-schema|response-fields|words)|cancellations\/figures|refunds\/(lines|policies)|tours\/(changes|pictures|travel-days|offers\/offer-schema))\.ts$/,
            },
            { name: 'tours', test: /src\/shared\/tours\/(calls|facts|public|runs|time-seats)\.ts$/ },
            // Both kinds of tours say with these when they depart.
            { name: 'departures', test: /src\/web\/features\/tours\/departure-(calendar|days)\.tsx?$/ },
            { name: 'contracts', test: /src\/(shared\/contract|web\/lib\/ask)\.ts$/ },
            { name: 'search-calls', test: /src\/shared\/tours\/(choices|search-calls|suggestions)\.ts$/ },
            { name: 'changes', test: /node_modules\/@tanstack\/.*mutation|src\/web\/lib\/use-call\.ts$/i },
            { name: 'dialogs', test: /src\/web\/components\/dialog\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(Array.from(passedOn, (segment) => [`/${segment}`, { target: server, changeOrigin: false }])),
  },
})
