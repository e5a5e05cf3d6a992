// What the walls are built of: settings of the linter's rule `no-restricted-imports`.

export type Pattern = { message: string; allowTypeImports?: boolean } & ({ regex: string } | { group: string[] })

/** The walls around some files. */
export interface Walls {
  files: string[]
  rules: { 'no-restricted-imports': ['error', { patterns: Pattern[] }] }
}

/** What is forbidden, and what is said to whoever does it: what the wall is, and what to do instead. */
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
