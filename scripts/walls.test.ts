import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.dirname(import.meta.dirname)

/** A file, an import that is refused in it, and words of the message that refuses it. */
const forbidden: [file: string, specifier: string, says: string][] = [
  // shared: nothing of ours, and nothing that only one side can run
  ['src/shared/tours/public.ts', '#server/lib/db.ts', 'src/shared stands below everything'],
  ['src/shared/tours/public.ts', '#web/lib/http.ts', 'src/shared stands below everything'],
  ['src/shared/tours/public.ts', '../server/lib/db.ts', 'src/shared stands below everything'],
  ['src/shared/tours/public.ts', 'node:fs', 'runs in the browser and on the server'],
  ['src/shared/tours/public.ts', 'react', 'runs in the browser and on the server'],
  ['src/shared/tours/public.ts', 'kysely', 'runs in the browser and on the server'],
  // server: lib and emails know no feature, and nothing below knows the program
  ['src/server/lib/db.ts', '#server/features/tours/queries.ts', 'server/lib knows no feature'],
  ['src/server/lib/db.ts', '#server/emails/welcome.ts', 'server/lib knows no feature'],
  ['src/server/lib/db.ts', '#server/app.ts', 'server/lib stands below the program'],
  ['src/server/lib/db.ts', '#server/config.ts', 'not read them'],
  ['src/server/lib/db.ts', '../config.ts', 'not read them'],
  ['src/server/lib/db.ts', '../features/tours/queries.ts', 'Leave the folder by name'],
  ['src/server/lib/db.ts', '../../../packages/card-sandbox/store.ts', 'Leave the folder by name'],
  ['src/server/emails/welcome.ts', '#server/features/accounts/queries.ts', 'An email is a template'],
  ['src/server/emails/welcome.ts', '#server/config.ts', 'An email is a template'],
  ['src/server/emails/welcome.ts', '../features/accounts/queries.ts', 'Leave the folder by name'],
  ['src/server/features/tours/tours.ts', '#server/config.ts', 'only the program knows the whole'],
  ['src/server/features/tours/tours.ts', '../../lib/db.ts', 'Leave the feature by name'],
  ['src/server/features/tours/tours.ts', '../../../web/lib/http.ts', 'Leave the feature by name'],
  ['src/server/main.ts', '../../packages/card-sandbox/main.ts', 'the card sandbox is its own program'],
  // server: one file knows the card provider's SDK
  ['src/server/runtime.ts', 'stripe', 'Only features/payments/provider/stripe.ts knows'],
  ['src/server/lib/card-provider.ts', 'stripe', 'Only features/payments/provider/stripe.ts knows'],
  ['src/server/emails/refund.ts', 'stripe', 'Only features/payments/provider/stripe.ts knows'],
  ['src/server/features/payments/prices.ts', 'stripe', 'Only features/payments/provider/stripe.ts knows'],
  ['src/server/features/refunds/sending.ts', 'stripe', 'Only features/payments/provider/stripe.ts knows'],
  ['src/server/features/quotes/payment/flows.ts', 'stripe/esm/Error.js', 'Only features/payments/provider/stripe.ts knows'],
  // server: the command line and the seed belong to the program, which nothing below may import
  ['src/server/lib/db.ts', '#server/seed/demo.ts', 'server/lib stands below the program'],
  ['src/server/emails/welcome.ts', '#server/cli/quotes.ts', 'An email is a template'],
  ['src/server/features/tours/seats.ts', '#server/seed/demo.ts', 'only the program knows the whole'],
  ['src/server/features/tours/tours.ts', '#server/cli/quotes.ts', 'only the program knows the whole'],
  ['src/server/cli/quotes.ts', '../lib/db.ts', 'Leave the folder by name'],
  ['src/server/cli/quotes.ts', '../../../packages/card-sandbox/store.ts', 'Leave the folder by name'],
  ['src/server/seed/demo.ts', '#web/main.tsx', 'share only src/shared and HTTP'],
  // server: no feature knows one after it in the list, nor the internal/ of one before it
  ['src/server/features/payments/holds.ts', '#server/features/quotes/queries.ts', 'payments may ask only the features before it'],
  ['src/server/features/refunds/records.ts', '#server/features/fulfilment/fulfil.ts', 'refunds may ask only the features before it'],
  [
    'src/server/features/checkout/routes.ts',
    '#server/features/reservations/payment-links.ts',
    'checkout may ask only the features before it',
  ],
  ['src/server/features/audit/audit.ts', '#server/features/tasks/tasks.ts', 'the features before it: none'],
  ['src/server/features/tours/tours.ts', '../vehicles/queries.ts', 'Leave the feature by name'],
  ['src/server/features/checkout/deciding/flows.ts', '../../bookings/queries.ts', 'Leave the feature by name'],
  ['src/server/features/tours/tours.ts', '#server/features/accounts/internal/passwords.ts', 'for its own feature only'],
  ['src/server/features/quotes/payment/flows.ts', '#server/features/payments/internal/holds.ts', 'for its own feature only'],
  ['src/server/features/quotes/internal/offers.ts', '#server/features/payments/attempts/internal/holds.ts', 'for its own feature only'],
  ['src/server/features/payments/provider/stripe.ts', '#server/features/bookings/internal/lines.ts', 'for its own feature only'],
  ['src/server/features/enquiries/routes.ts', '#server/jobs.ts', 'only the program knows the whole'],
  // web ↔ server, from every layer
  ['src/server/main.ts', '#web/main.tsx', 'share only src/shared and HTTP'],
  ['src/server/lib/db.ts', '#web/lib/http.ts', 'share only src/shared and HTTP'],
  ['src/server/emails/welcome.ts', '#web/lib/http.ts', 'share only src/shared and HTTP'],
  ['src/server/features/tours/tours.ts', '#web/features/tours/api.ts', 'share only src/shared and HTTP'],
  ['src/server/features/tours/routes.test.ts', '#web/features/tours/api.ts', 'share only src/shared and HTTP'],
  ['src/web/main.tsx', '#server/app.ts', 'share only src/shared and HTTP'],
  ['src/web/lib/http.ts', '#server/lib/errors.ts', 'share only src/shared and HTTP'],
  ['src/web/components/button.tsx', '#server/lib/errors.ts', 'share only src/shared and HTTP'],
  ['src/web/features/tours/api.ts', '#server/features/tours/queries.ts', 'share only src/shared and HTTP'],
  ['src/web/features/tours/api.test.ts', '#server/features/tours/queries.ts', 'share only src/shared and HTTP'],
  ['src/web/pages/home-page.tsx', '#server/lib/errors.ts', 'share only src/shared and HTTP'],
  ['src/web/staff/today-page.tsx', '#server/lib/errors.ts', 'share only src/shared and HTTP'],
  // web: lib and components are domain-free, features do not meet, pages compose
  ['src/web/lib/http.ts', '#web/features/accounts/api.ts', 'domain-free'],
  ['src/web/components/button.tsx', '#web/features/tours/tour-card.tsx', 'domain-free'],
  ['src/web/components/button.tsx', '#web/router.tsx', 'domain-free'],
  ['src/web/components/button.tsx', '../features/tours/tour-card.tsx', 'Leave the folder by name'],
  ['src/web/features/bookings/api.ts', '#web/features/tours/api.ts', 'never imports another one'],
  ['src/web/features/accounts/api.ts', '#web/features/payments/api.ts', 'never imports another one'],
  ['src/web/features/tours/api.ts', '#web/features/vehicles/api.ts', 'never imports another one'],
  ['src/web/features/vehicles/api.ts', '#web/features/bookings/api.ts', 'never imports another one'],
  ['src/web/features/checkout/api.ts', '#web/features/accounts/api.ts', 'never imports another one'],
  ['src/web/features/enquiries/api.ts', '#web/features/accounts/api.ts', 'never imports another one'],
  ['src/web/features/tours/api.ts', '#web/features/enquiries/api.ts', 'never imports another one'],
  ['src/web/features/enquiries/api.ts', '#server/lib/errors.ts', 'share only src/shared and HTTP'],
  ['src/web/features/bookings/api.ts', '../tours/api.ts', 'Leave the feature by name'],
  ['src/web/features/tours/tour-card.tsx', '#web/pages/home-page.tsx', 'pages and the router know the features'],
  ['src/web/features/tours/tour-card.tsx', '#web/staff/today-page.tsx', 'pages and the router know the features'],
  ['src/web/features/tours/tour-card.tsx', '#web/router.tsx', 'pages and the router know the features'],
  ['src/web/pages/home-page.tsx', '#web/staff/today-page.tsx', 'loaded on demand'],
  ['src/web/pages/home-page.tsx', '#web/delivery/prefetch.ts', 'loaded on demand'],
  ['src/web/pages/home-page.tsx', '../../server/lib/errors.ts', 'Leave the folder by name'],
  ['src/web/staff/today-page.tsx', '#web/pages/home-page.tsx', 'it knows no public page'],
  ['src/web/features/tours/tour-card.tsx', '#web/texts/home.ts', 'pages and the router know the features'],
  ['src/web/texts/home.ts', '#web/features/tours/api.ts', 'A text is data'],
  ['src/web/features/tools/tool-card.tsx', '#web/features/tours/api.ts', 'never imports another one'],
  // the two programs beside src
  ['packages/card-sandbox/store.ts', '#shared/money.ts', 'knows nothing of src'],
  ['packages/card-sandbox/store.ts', '../../src/shared/money.ts', 'knows nothing outside its folder'],
  ['packages/card-sandbox/resources/charges.ts', '../../embedded-postgres/lock.ts', 'knows nothing outside its folder'],
  ['packages/card-sandbox/store.test.ts', '#server/lib/db.ts', 'knows nothing of src'],
  ['packages/embedded-postgres/launcher.ts', '#server/lib/db.ts', 'knows nothing of src'],
  ['packages/embedded-postgres/launcher.ts', '../../src/server/config.ts', 'knows nothing outside its folder'],
  ['packages/embedded-postgres/launcher.ts', '../card-sandbox/ids.ts', 'knows nothing outside its folder'],
]

const allowed: [file: string, specifier: string][] = [
  ['src/shared/bookings/public.ts', './tours.ts'],
  ['src/shared/bookings/public.ts', 'zod/mini'],
  ['src/server/main.ts', './config.ts'],
  ['src/server/main.ts', '#server/features/payments/routes.ts'],
  ['src/server/main.ts', '../../packages/embedded-postgres/launcher.ts'],
  ['src/server/cli/quotes.ts', '#server/create-deps.ts'],
  ['src/server/seed/demo.ts', '#server/features/accounts/passwords.ts'],
  ['src/server/lib/queue.ts', './db.ts'],
  ['src/server/lib/queue.ts', '#shared/money.ts'],
  ['src/server/lib/queue.ts', 'node:crypto'],
  ['src/server/emails/refund.ts', '#server/lib/mailer.ts'],
  ['src/server/features/payments/payments.ts', '#server/features/bookings/records.ts'],
  ['src/server/features/quotes/payment/flows.ts', '#server/features/payments/holds.ts'],
  ['src/server/features/quotes/payment/flows.ts', '../queries.ts'],
  ['src/server/features/quotes/payment/flows.ts', '#server/features/payments/attempts.ts'],
  ['src/server/features/quotes/payment.ts', './internal/offers.ts'],
  ['src/server/features/quotes/internal/offers.ts', '../queries.ts'],
  ['src/server/features/tours/tours.ts', '#server/features/accounts/passwords.ts'],
  ['src/server/features/tours/tours.test.ts', '#server/features/accounts/internal/passwords.ts'],
  ['src/server/main.ts', '#server/features/payments/internal/holds.ts'],
  ['src/web/features/vehicles/steps/contact-step.tsx', '../draft/wizard-draft.ts'],
  ['src/server/features/payments/payments.ts', '#server/features/accounts/queries.ts'],
  ['src/server/features/payments/payments.ts', '#server/lib/db.ts'],
  ['src/server/features/payments/payments.ts', '#server/emails/refund.ts'],
  ['src/server/features/enquiries/commands.ts', '#server/emails/refund.ts'],
  ['src/server/features/payments/payments.ts', './attempts.ts'],
  ['src/server/features/payments/payments.ts', 'kysely'],
  ['src/server/features/tours/queries.test.ts', '#server/app.ts'],
  ['src/server/features/tours/queries.test.ts', '../../../../tests/support/app.ts'],
  ['src/web/router.tsx', './pages/home-page.tsx'],
  ['src/web/router.tsx', '#web/staff/console.tsx'],
  ['src/web/components/field.tsx', '#web/lib/class-names.ts'],
  ['src/web/features/vehicles/wizard.tsx', '#web/components/button.tsx'],
  ['src/web/features/vehicles/wizard.tsx', '#shared/money.ts'],
  ['src/web/features/vehicles/wizard.tsx', './api.ts'],
  ['src/web/pages/bookings-page.tsx', '#web/features/tours/api.ts'],
  ['src/web/pages/bookings-page.tsx', '#web/features/bookings/api.ts'],
  ['src/web/staff/bookings-page.tsx', '#web/features/bookings/api.ts'],
  ['packages/card-sandbox/resources/refunds.ts', '../store.ts'],
  ['packages/embedded-postgres/watchdog.ts', './wire.ts'],
]

interface Report {
  diagnostics: { code: string; filename: string; help?: string; labels: { span: { line: number } }[] }[]
}

/** Numbers the planted file of each import, `<name>-<n>.ts`, so that the reports can be told apart. */
function planted(file: string, n: number): string {
  return file.replace(/(\.test)?(\.tsx?)$/, `-${n}$1$2`)
}

const ways = [
  (specifier: string) => `import { a } from '${specifier}'\nexport const b = a\n`,
  (specifier: string) => `export { a } from '${specifier}'\n`,
  (specifier: string) => `export const load = () => import('${specifier}')\n`,
]

const MUTATION = 'useMutation'
const withMutations = ['src/web/features/tours/mutation.ts', 'src/web/pages/mutation.ts', 'src/web/staff/mutation.ts']

let folder: string
let reports: Map<string, string>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'walls-'))
  // The real settings and their imports; the planted tree has no packages of its own.
  await cp(path.join(root, 'oxlint.config.ts'), path.join(folder, 'oxlint.config.ts'))
  await cp(path.join(root, 'scripts/structure'), path.join(folder, 'scripts/structure'), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await Promise.all(
    [...forbidden, ...allowed].flatMap(([file, specifier], index) =>
      ways.map(async (way, n) => {
        const target = path.join(folder, planted(file, index * ways.length + n))
        await mkdir(path.dirname(target), { recursive: true })
        await writeFile(target, way(specifier))
      }),
    ),
  )
  const settings = path.join(folder, 'src/server/lib/settings')
  await writeFile(`${settings}-type.ts`, "import type { Config } from '../config.ts'\nexport type Own = Config\n")
  await writeFile(`${settings}-value.ts`, "import { readConfig } from '../config.ts'\nexport const own = readConfig()\n")
  await writeFile(`${settings}-name.ts`, "import { readConfig } from '#server/config.ts'\nexport const own = readConfig()\n")
  await Promise.all(
    withMutations.map(async (file) =>
      writeFile(path.join(folder, file), `import { ${MUTATION} } from '@tanstack/react-query'\nexport const own = ${MUTATION}\n`),
    ),
  )
  await mkdir(path.join(folder, 'src/server/features/payments/provider'), { recursive: true })
  await writeFile(path.join(folder, 'src/server/features/payments/provider/stripe.ts'), "import { a } from 'stripe'\nexport const b = a\n")
  await writeFile(path.join(folder, 'src/server/features/quotes/provider.ts'), "import { a } from 'stripe'\nexport const b = a\n")
  reports = await lint()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Returns the messages about each refused file of the planted tree. */
async function lint(): Promise<Map<string, string>> {
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const run = promisify(execFile)(process.execPath, [oxlint, '-f', 'json'], { cwd: folder, maxBuffer: 64_000_000 })
  const output = await run.catch((error: unknown) => error as { stdout: string })
  const { diagnostics } = JSON.parse(output.stdout) as Report
  const walls = diagnostics.filter(({ code }) => code === 'eslint(no-restricted-imports)')
  return new Map(walls.map(({ filename, help }) => [filename, help ?? '']))
}

test.each(forbidden.map(([file, specifier, says], index) => ({ file, specifier, says, index })))(
  '$file may not import $specifier',
  ({ file, says, index }) => {
    for (const n of ways.keys()) expect(reports.get(planted(file, index * ways.length + n))).toContain(says)
  },
)

test('a mutation goes through the one hook that makes only one call of a double click', () => {
  for (const file of withMutations) expect(reports.get(file)).toContain('web/lib/use-call.ts')
})

test('nothing that is allowed is refused', () => {
  const wrong = allowed.flatMap(([file, specifier], index) => {
    const first = (forbidden.length + index) * ways.length
    return [...ways.keys()]
      .map((n) => reports.get(planted(file, first + n)))
      .filter(Boolean)
      .map((says) => `${file} → ${specifier}: ${says}`)
  })
  expect(wrong).toEqual([])
})

test('server/lib may know the type of the settings, but not read them', () => {
  expect(reports.get('src/server/lib/settings-value.ts')).toContain('take the values as arguments')
  expect(reports.get('src/server/lib/settings-name.ts')).toContain('take the values as arguments')
  expect(reports.has('src/server/lib/settings-type.ts')).toBe(false)
})

test('only the file in payments that talks to the card provider may know its SDK', () => {
  expect(reports.has('src/server/features/payments/provider/stripe.ts')).toBe(false)
  expect(reports.get('src/server/features/quotes/provider.ts')).toContain('Only features/payments/provider/stripe.ts knows')
})
