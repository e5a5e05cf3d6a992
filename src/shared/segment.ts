/** Encodes an id as a path segment; `:id` is left alone, so that it forms a route pattern. */
export function segment(id: string): string {
  return id.startsWith(':') ? id : encodeURIComponent(id)
}
