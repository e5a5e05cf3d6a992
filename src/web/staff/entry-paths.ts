import { createContext, useContext } from 'react'

/** Paths of those pages with a page per entry that the member's role includes. */
export const EntryPathsContext = createContext<ReadonlySet<string>>(new Set())

/** Returns a function giving the path of an entry; undefined if the page is not available. */
export function useEntryPath(): (path: string, id: string) => string | undefined {
  const paths = useContext(EntryPathsContext)
  return (path, id) => (paths.has(path) ? `${path}/${encodeURIComponent(id)}` : undefined)
}
