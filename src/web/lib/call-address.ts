type QueryValue = string | number | boolean | undefined
export type Query = Record<string, QueryValue>

const base = (import.meta.env?.['VITE_API_BASE_URL'] as string | undefined) ?? ''

/** The address of a call or file on the API's host, for links and images. */
export function callAddress(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? `${base}${path}` : `${base}${path}?${text}`
}
