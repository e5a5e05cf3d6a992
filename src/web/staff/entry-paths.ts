import { createContext, useContext } from 'react'

/** The paths of the pages that have a page for each of their entries, of those that the member's role includes. */
export const EntryPathsContext = createContext<ReadonlySet<string>>(new Set())

/** Returns a function that says where an entry of a page is shown; undefined where there is no such page. */
export function useEntryPath(): (path: string, id: string) => string | undefined {
  const paths = useContext(EntryPathsContext)
  return (path, id) => (paths.has(path) ? `${path}/${encodeURIComponent(id)}` : undefined)
}
