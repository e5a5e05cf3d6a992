import { WEB_FEATURES, WEB_FOLDERS } from './features.ts'
import { byName, noServer, oneOf, restrict, wall, without, type Pattern, type Walls } from './wall.ts'

const callsOnce: Pattern = {
  ...wall(
    '^@tanstack/react-query$',
    'Calls that change something go through web/lib/use-call.ts, which makes only one call of a double click.',
  ),
  importNames: ['useMutation'],
}

/** Matches the web's top level and its folders except these. */
const webExcept = (...folders: string[]) => `^#web/([^/]+$|${oneOf(without(WEB_FOLDERS, ...folders))}/)`

/** The top of src/web and the delivery of its pages may import all of the web. */
const webTop = restrict(['src/web/*.ts', 'src/web/*.tsx', 'src/web/delivery/**'], [noServer, byName('folder', 1)])

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

/** Covers a web feature's top level and its sub-folders. */
function webFeature(name: string): Walls[] {
  const patterns = [
    noServer,
    callsOnce,
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
    callsOnce,
    byName('folder', 1),
    wall(
      '^#web/([^/]+$|(delivery|staff)/)',
      'A public page composes features and what is below them; the staff console is loaded on demand by the router alone.',
    ),
  ],
)

const staff = restrict(
  ['src/web/staff/**'],
  [
    noServer,
    callsOnce,
    byName('folder', 1),
    wall(
      '^#web/([^/]+$|(delivery|pages)/)',
      'A console page composes features and what is below them; it knows no public page. Move what both need into a feature or web/components.',
    ),
  ],
)

export const webWalls: Walls[] = [webTop, webLib, ...WEB_FEATURES.flatMap(webFeature), texts, pages, staff]
