/** Returns an id as a segment of a path; `:id` stays as it is and makes the pattern of a route. */
export function segment(id: string): string {
  return id.startsWith(':') ? id : encodeURIComponent(id)
}
