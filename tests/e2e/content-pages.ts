import { SITE_MAP, type MapLink } from '../../src/web/pages/content/site-map.ts'

const pathsIn = (links: readonly MapLink[]): string[] =>
  links.flatMap(({ path, needsAccount, isServed, below = [] }) => [...(needsAccount || isServed ? [] : [path]), ...pathsIn(below)])

/** Every page of the site map that is open to anyone. */
export const OPEN_PAGES = SITE_MAP.flatMap(({ links }) => pathsIn(links))
