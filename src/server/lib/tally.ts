/** A key whose sum returns to zero is dropped. */
export interface Tally {
  of(key: string): number
  /** `amount` is negative once it has ended. */
  add(key: string, amount: number): void
}

export function createTally(): Tally {
  const sums = new Map<string, number>()
  const of = (key: string) => sums.get(key) ?? 0
  return {
    of,
    add(key, amount) {
      const sum = of(key) + amount
      if (sum > 0) sums.set(key, sum)
      else sums.delete(key)
    },
  }
}
