// Builds settings of the linter's rule `no-restricted-imports`.

export type Pattern = { message: string; allowTypeImports?: boolean; importNames?: string[] } & ({ regex: string } | { group: string[] })

export interface Walls {
  files: string[]
  rules: { 'no-restricted-imports': ['error', { patterns: Pattern[] }] }
}

/** The message says what is forbidden and what to do instead. */
export const wall = (regex: string, message: string): Pattern => ({ regex, message })

export const wallBut = (globs: string[], allowed: string[], message: string): Pattern => ({
  group: [...globs, ...allowed.map((glob) => `!${glob}`)],
  message,
})

export const restrict = (files: string[], patterns: Pattern[]): Walls => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
})

export const oneOf = (names: readonly string[]) => `(${names.join('|')})`

export const without = (names: readonly string[], ...left: string[]) => names.filter((name) => !left.includes(name))

const SERVER_AND_WEB = 'The server and the web share only src/shared and HTTP.'

export const noWeb = wall('^#web/', `${SERVER_AND_WEB} Move what both need into src/shared.`)

export const noServer = wall(
  '^#server/',
  `${SERVER_AND_WEB} Call the server through web/lib/http.ts, or move what both need into src/shared.`,
)

/** Forbids relative paths that climb this many folders or more, out of a place that has an import alias. */
export function byName(place: string, climbs: number): Pattern {
  return wall(
    `^${'\\.\\./'.repeat(climbs)}`,
    `Leave the ${place} by name (#server/…, #web/…, #shared/…), so that the walls can be checked.`,
  )
}
