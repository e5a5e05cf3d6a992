// Who may import whom, as settings of the rule `no-restricted-imports` (docs/architecture.md). walls.test.ts plants a violation of each.
// Where several settings fit one file the last one holds, so each group of files names all that it forbids.
// The patterns are regular expressions without look-ahead. Where all but something is forbidden they are globs, in which a
// leading # has to be escaped, and what ! allows comes last.
import { OPEN_FILES, SERVER_FEATURES, WEB_FEATURES, WEB_FOLDERS, type ServerFeature } from './features.ts'

type Pattern = { message: string; allowTypeImports?: boolean } & ({ regex: string } | { group: string[] })

/** The walls around some files. */
interface Walls {
  files: string[]
  rules: { 'no-restricted-imports': ['error', { patterns: Pattern[] }] }
}

/** What is forbidden, and what is said to whoever does it: what the wall is, and what to do instead. */
const wall = (regex: string, message: string): Pattern => ({ regex, message })
const wallBut = (globs: string[], allowed: string[], message: string): Pattern => ({
  group: [...globs, ...allowed.map((glob) => `!${glob}`)],
  message,
})

const restrict = (files: string[], patterns: Pattern[]): Walls => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } })
const oneOf = (names: readonly string[]) => `(${names.join('|')})`
const without = (names: readonly string[], ...left: string[]) => names.filter((name) => !left.includes(name))

const SERVER_AND_WEB = 'The server and the web share only src/shared and HTTP.'
const noWeb = wall('^#web/', `${SERVER_AND_WEB} Move what both need into src/shared.`)
const noServer = wall('^#server/', `${SERVER_AND_WEB} Call the server by web/lib/http.ts, or move what both need into src/shared.`)

/** A relative path that climbs so many folders leaves a place that has a name. */
function byName(place: string, climbs: number): Pattern {
  return wall(
    `^${'\\.\\./'.repeat(climbs)}`,
    `Leave the ${place} by name (#server/…, #web/…, #shared/…), so that the walls can be checked.`,
  )
}

const shared = restrict(
  ['src/shared/**'],
  [
    wall(
      '^(#(server|web)/|\\.\\./)',
      'src/shared stands below everything: it imports nothing of ours but its neighbours. Move what you need into src/shared, or take it as an argument.',
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
    wallBut(
      ['../**'],
      ['../../embedded-postgres/launcher.ts'],
      'From here only embedded-postgres/launcher.ts is reached by a path: the card sandbox is its own program (started, never imported), the rest of src has its names #server/… and #shared/….',
    ),
  ],
)

/** The parts of the program that have folders of their own. */
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
    {
      ...wall(
        '^(#server|\\.\\.)/config\\.ts$',
        'server/lib may know the type of the settings, not read them: take the values as arguments (import type).',
      ),
      allowTypeImports: true,
    },
    wall(
      '^#server/(emails|features)/',
      'server/lib knows no feature and no e-mail: let the feature call the library, or take a function as an argument.',
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
    wall(
      `^#server/([^/]+$|${oneOf([...PROGRAM_FOLDERS, 'features'])}/)`,
      'An e-mail is a template: it knows src/shared and server/lib. The feature hands it what it shows.',
    ),
    byName('folder', 1),
  ],
)

/** One feature of the server, at its top and in its sub-folders. */
function serverFeature({ name, asks }: ServerFeature): Walls[] {
  const names = SERVER_FEATURES.map((feature) => feature.name)
  const patterns = [
    noWeb,
    wall(
      THE_PROGRAM,
      'A feature knows src/shared, server/lib and server/emails; only the program knows the whole. Take what you need from deps.',
    ),
    wall(
      `^#server/features/${oneOf(without(names, name, ...asks))}/`,
      `${name} may ask ${asks.join(', ') || 'no other feature'} (the order: ${names.join(', ')}). Let the later feature call this one, or enqueue a job.`,
    ),
    wallBut(
      asks.flatMap((other) => [`\\#server/features/${other}/*.ts`, `\\#server/features/${other}/*/*.ts`]),
      OPEN_FILES.flatMap((file) => [`\\#server/features/*/${file}.ts`, `\\#server/features/*/*/${file}.ts`]),
      `Of another feature only ${OPEN_FILES.map((file) => `${file}.ts`).join(', ')} are open: export what you need from there.`,
    ),
  ]
  return [
    restrict([`src/server/features/${name}/*`], [...patterns, byName('feature', 1)]),
    restrict([`src/server/features/${name}/*/**`], [...patterns, byName('feature', 2)]),
  ]
}

/** The top of the web and its folders, but for these. */
const webExcept = (...folders: string[]) => `^#web/([^/]+$|${oneOf(without(WEB_FOLDERS, ...folders))}/)`

const webTop = restrict(['src/web/*.ts', 'src/web/*.tsx'], [noServer, byName('folder', 1)])

const webLib = restrict(
  ['src/web/lib/**', 'src/web/components/**'],
  [
    noServer,
    byName('folder', 1),
    wall(
      webExcept('lib', 'components'),
      'web/lib and web/components are domain-free (could ship in a different product): they know only src/shared and each other. Take it as a prop, or move this into the feature.',
    ),
  ],
)

/** One feature of the web, at its top and in its sub-folders. */
function webFeature(name: string): Walls[] {
  const patterns = [
    noServer,
    wall(
      `^#web/features/${oneOf(without(WEB_FEATURES, name))}/`,
      'A web feature never imports another one: let the page compose both, and hand over what this one needs as props or children.',
    ),
    wall(
      webExcept('lib', 'components', 'features'),
      'A web feature knows src/shared, web/lib and web/components; pages and the router know the features, not the reverse.',
    ),
  ]
  return [
    restrict([`src/web/features/${name}/*`], [...patterns, byName('feature', 1)]),
    restrict([`src/web/features/${name}/*/**`], [...patterns, byName('feature', 2)]),
  ]
}

const texts = restrict(
  ['src/web/texts/**'],
  [
    noServer,
    byName('folder', 1),
    wall(webExcept('lib', 'texts'), 'A text is data: it knows src/shared and the pictures of web/lib. The page shows it.'),
  ],
)

const pages = restrict(
  ['src/web/pages/**'],
  [
    noServer,
    byName('folder', 1),
    wall(
      '^#web/([^/]+$|staff/)',
      'A public page composes features and what is below them; the staff console is loaded on demand by the router alone.',
    ),
  ],
)

const staff = restrict(
  ['src/web/staff/**'],
  [
    noServer,
    byName('folder', 1),
    wall(
      '^#web/([^/]+$|pages/)',
      'A console page composes features and what is below them; it knows no public page. Move what both need into a feature or web/components.',
    ),
  ],
)

/** A test may also use tests/support, and the whole of its own floor. */
function tests(files: string[], other: Pattern): Walls {
  const support = [2, 3, 4, 5].map((climbs) => `${'../'.repeat(climbs)}tests/support/**`)
  return restrict(files, [
    other,
    wallBut(['../../**'], support, 'A test reaches outside its folder by name, or by a path into tests/support.'),
  ])
}

/** A program beside src. */
function programBeside(folder: string, name: string, others: string[]): Walls {
  const outside = ['src', ...others, 'tests', 'scripts', 'seed', 'bench', 'migrations']
  return restrict(
    [`${folder}/**`],
    [
      wall('^#', `The ${name} is its own program and knows nothing of src: it could live in another repository.`),
      wall(
        `^(\\.\\./)+${oneOf(outside)}(/|$)`,
        `The ${name} is its own program and knows nothing outside its folder: it could live in another repository.`,
      ),
    ],
  )
}

/** All walls, for the linter's `overrides`. */
export const walls: Walls[] = [
  shared,
  program,
  programFolders,
  serverLib,
  emails,
  ...SERVER_FEATURES.flatMap(serverFeature),
  tests(['src/server/**/*.test.ts'], noWeb),
  webTop,
  webLib,
  ...WEB_FEATURES.flatMap(webFeature),
  texts,
  pages,
  staff,
  tests(['src/web/**/*.test.ts', 'src/web/**/*.test.tsx'], noServer),
  programBeside('card-sandbox', 'card sandbox', ['embedded-postgres']),
  programBeside('embedded-postgres', 'embedded PostgreSQL', ['card-sandbox']),
]
