// Import rules as settings of `no-restricted-imports`. walls.test.ts plants a violation of each.
// The last setting that matches a file applies, so each group lists all that it forbids.
// Patterns are regular expressions without look-ahead; where only a few files are allowed they are globs, in which a leading # has to be
// escaped, and exceptions with ! come last.
import { SERVER_FEATURES, type ServerFeature } from './features.ts'
import { byName, noServer, noWeb, oneOf, restrict, wall, wallBut, without, type Pattern, type Walls } from './wall.ts'
import { webWalls } from './web-walls.ts'

const noCardSdk = wall(
  '^stripe(/|$)',
  'Only features/payments/provider/stripe.ts knows the SDK of the card provider. Ask deps.cards, and add to CardProvider (server/lib) what it cannot do yet.',
)

const shared = restrict(
  ['src/shared/**'],
  [
    wall(
      '^(#(server|web)/|\\.\\./)',
      'src/shared stands below everything: it imports nothing of ours except its neighbours. Move what you need into src/shared, or take it as an argument.',
    ),
    wall(
      '^(node:|(fastify|kysely|pg|pino|react|react-dom|stripe)(/|$))',
      'src/shared runs in the browser and on the server: pure functions and zod only.',
    ),
  ],
)

const program = restrict(
  ['src/server/*.ts'],
  [
    noWeb,
    noCardSdk,
    wallBut(
      ['../**'],
      ['../../packages/embedded-postgres/launcher.ts'],
      'From here, only packages/embedded-postgres/launcher.ts is imported by path: the card sandbox is its own program (started, never imported), and the rest of src has the names #server/… and #shared/….',
    ),
  ],
)

const PROGRAM_FOLDERS = ['cli', 'seed']

const programFolders = restrict(
  PROGRAM_FOLDERS.map((folder) => `src/server/${folder}/**`),
  [noWeb, byName('folder', 1)],
)

/** The program: the top of src/server and those folders. */
const THE_PROGRAM = `^#server/([^/]+$|${oneOf(PROGRAM_FOLDERS)}/)`

const serverLib = restrict(
  ['src/server/lib/**'],
  [
    noWeb,
    noCardSdk,
    {
      ...wall(
        '^(#server|\\.\\.)/config\\.ts$',
        'server/lib may know the type of the settings, not read them: take the values as arguments (import type).',
      ),
      allowTypeImports: true,
    },
    wall(
      '^#server/(emails|features)/',
      'server/lib knows no feature and no email: let the feature call the library, or take a function as an argument.',
    ),
    wallBut(
      ['\\#server/*', ...PROGRAM_FOLDERS.map((folder) => `\\#server/${folder}/**`)],
      ['\\#server/config.ts'],
      'server/lib stands below the program: only the program knows the whole. Take it as an argument.',
    ),
    wallBut(['../**'], ['../config.ts'], 'Leave the folder by name: #server/… or #shared/…, so that the walls can be checked.'),
  ],
)

const emails = restrict(
  ['src/server/emails/**'],
  [
    noWeb,
    noCardSdk,
    wall(
      `^#server/([^/]+$|${oneOf([...PROGRAM_FOLDERS, 'features'])}/)`,
      'An email is a template: it knows src/shared and server/lib. The feature hands it what it shows.',
    ),
    byName('folder', 1),
  ],
)

/** Forbids a server feature's imports from the features after it in the list, and from the `internal/` of those before it. */
function wallsOf({ name }: ServerFeature): Pattern[] {
  const names = SERVER_FEATURES.map((feature) => feature.name)
  const earlier = names.slice(0, names.indexOf(name))
  const others = without(names, name)
  return [
    noWeb,
    wall(
      THE_PROGRAM,
      'A feature knows src/shared, server/lib and server/emails; only the program knows the whole. Take what you need from deps.',
    ),
    wall(
      `^#server/features/${oneOf(without(others, ...earlier))}/`,
      `${name} may ask only the features before it: ${earlier.join(', ') || 'none'}. Let the later feature call this one, or enqueue a job.`,
    ),
    wall(
      `^#server/features/${oneOf(others)}/(.*/)?internal/`,
      'What lies in internal/ is for its own feature only: ask what the other feature offers outside it.',
    ),
  ]
}

/** Covers a server feature's top level and its sub-folders. */
function serverFeature(feature: ServerFeature): Walls[] {
  const patterns = [...wallsOf(feature), noCardSdk]
  return [
    restrict([`src/server/features/${feature.name}/*`], [...patterns, byName('feature', 1)]),
    restrict([`src/server/features/${feature.name}/*/**`], [...patterns, byName('feature', 2)]),
  ]
}

/** The only server file that may import the card provider's SDK. */
const cardProvider = restrict(
  ['src/server/features/payments/provider/stripe.ts'],
  [...SERVER_FEATURES.filter(({ name }) => name === 'payments').flatMap(wallsOf), byName('feature', 2)],
)

/** Also lets tests use tests/support and everything on their own side. */
function tests(files: string[], other: Pattern): Walls {
  const support = [2, 3, 4, 5, 6].map((climbs) => `${'../'.repeat(climbs)}tests/support/**`)
  return restrict(files, [
    other,
    wallBut(['../../**'], support, 'A test reaches outside its folder by name, or by a path into tests/support.'),
  ])
}

/** Covers a separate program next to src. */
function packageBeside(folder: string, name: string, others: string[]): Walls {
  const outside = ['src', ...others, 'tests', 'scripts', 'seed', 'lab', 'migrations']
  return restrict(
    [`packages/${folder}/**`],
    [
      wall('^#', `The ${name} is its own program and knows nothing of src: it could live in another repository.`),
      wall(
        `^(\\.\\./)+${oneOf(outside)}(/|$)`,
        `The ${name} is its own program and knows nothing outside its folder: it could live in another repository.`,
      ),
    ],
  )
}

/** For the linter's `overrides`. */
export const walls: Walls[] = [
  shared,
  program,
  programFolders,
  serverLib,
  emails,
  ...SERVER_FEATURES.flatMap(serverFeature),
  cardProvider,
  tests(['src/server/**/*.test.ts'], noWeb),
  ...webWalls,
  tests(['src/web/**/*.test.ts', 'src/web/**/*.test.tsx'], noServer),
  packageBeside('card-sandbox', 'card sandbox', ['embedded-postgres']),
  packageBeside('embedded-postgres', 'embedded PostgreSQL', ['card-sandbox']),
]
