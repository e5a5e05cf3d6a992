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

/** Modules, by the ends of their paths, that are loaded as one script. */
const together = (name: string, ...places: string[]) => ({ name, test: new RegExp(`/(${places.join('|')})\\.m?[jt]sx?$`) })

/**
 * Without groups, each set of modules that some pages share would be a script of its own: up to ninety on a page. These are modules that
 * most pages, or those of one kind, load anyway, so a page has 4 to 43 scripts and weighs no more. Fewer would cost bytes. Two groups must
 * not import each other.
 */
const GROUPS = [
  // React in a separate file: boot.ts starts the files one after another, so that the page can respond between them.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  together(
    'calls',
    'query-core/build/modern/(environmentManager|focusManager|notifyManager|onlineManager|removable|retryer|subscribable|timeoutManager|utils)',
    'react-query/build/modern/(QueryClientProvider|queryOptions)',
    'zod/v4/(core/(api|checks|core|errors|parse|regexes|schemas|util|versions)|mini/(coerce|schemas))',
    'shared/(contract|fields|hidden-marks|lenient|list-pages|phones|response-fields)',
    'shared/accounts/(email-addresses|no-email|proofs|public|session-paths)',
    'web/(components/alert|lib/(ask|call-error|http|lenient-reader|server-clock))',
  ),
  together(
    'queries',
    'query-core/build/modern/(infiniteQueryBehavior|query|queryObserver)',
    'react-query/build/modern/(IsRestoringProvider|QueryErrorResetBoundary|errorBoundaryUtils|suspense|useBaseQuery|useQuery)',
    'shared/(currency-schema|dates|day-schema|errors|phone-fields|photo-schema|time-zones|words|cancellations/figures|refunds/(lines|policies))',
    'shared/tours/(changes|pictures|travel-days|offers/offer-schema)',
    'web/(components/skeleton|lib/(moments|use-send))',
  ),
  together('changes', '(query-core|react-query)/build/modern/.*[mM]utation.*', 'web/lib/use-call'),
  together(
    'lists',
    '(query-core|react-query)/build/modern/.*nfiniteQuery.*',
    'web/(components/(empty-state|unbroken-references)|features/reviews/stars)',
    'icons/(star|users)',
  ),
  together(
    'tours',
    'shared/(run-days|tours/(calls|facts|places|public|runs|sale-end-schema|time-seats))',
    'features/tours/(kept-results|tour-view)',
  ),
  together('departures', 'features/tours/departure-(calendar|days)'),
  together(
    'tour-story',
    'features/tours/tour-(facts|gallery|itinerary|story)',
    'icons/(bed-double|footprints|languages|minus|navigation|train-front|utensils)',
  ),
  together(
    'options',
    'features/checkout/options/(option-fields|option-list|option-words|unit-counters)',
    'features/tours/option-departures',
    'shared/tours/offers/(chosen-offer|no-such-code|option-choice)',
    'shared/tours/offer-calls',
    'web/lib/unknown-codes',
  ),
  together('prices', 'shared/tours/offers/(compute|day-prices|discounts|extras|largest-remainder|option-days|party)'),
  together('search-calls', 'shared/tours/(choices|search-calls|suggestions)'),
  together(
    'bookings',
    'shared/(bookings/(bought|calls|guests-text|moves|public)|payments/public|quotes/calls|reviews/own)',
    'features/bookings/confirmed-links',
    'icons/(calendar-plus|file-text)',
  ),
  together('passwords', 'features/accounts/(code-field|new-password-field|password-field)', 'pages/wanted-reason', 'icons/eye(-off)?'),
  together(
    'security',
    'shared/accounts/(second-factors|security-calls|settings)',
    'features/accounts/(confirm-first|password-form|second-factor-state|sessions|settings-section)',
    'icons/(mail-exclamation-point|shield-off)',
  ),
  together('tools', 'features/tools/(catalogue/.*|hire-prices|price-table|stock|tool-card|tool-picture)'),
  together(
    'icons',
    'icons/(arrow-left|badge-check|calendar-days|check|circle-check|copy|info|package-open|plus|triangle-exclamation-point)',
  ),
  together('dialogs', 'web/components/(dialog|timed-alert|use-inherited-focus)'),
  together('typed', 'shared/(typed-numbers|written-codes|tours/offers/time-schema)'),
  together('lines', 'shared/tours/offers/(offer-lines|public)', 'web/components/sold-lines'),
  together(
    'console',
    'shared/(accounts/permissions|settings/taxes)',
    'web/components/(mark|panel)',
    'staff/(failed-part|palette-state|use-now)',
    'web/lib/console-key',
  ),
  together(
    'tour-editor',
    'features/tours/staff/editor/(reordering|run-rules|runs-draft|save-bar|time-fields|typed-values|use-tour-draft)',
    'icons/(arrow-down|arrow-up|grip-vertical)',
  ),
]

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
          groups: GROUPS,
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(Array.from(passedOn, (segment) => [`/${segment}`, { target: server, changeOrigin: false }])),
  },
})
