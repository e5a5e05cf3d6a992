/** The first letter of the name, or U (specification §2). */
export function initialOf(name: string | null): string {
  const [first] = [...(name ?? '').trim()]
  return first ? first.toUpperCase() : 'U'
}
