/** Sums by network of what lasts for a while, such as open connections. A network with nothing left is forgotten. */
export interface NetworkTally {
  of(network: string): number
  /** `amount`: negative once it has ended. */
  add(network: string, amount: number): void
}

export function createNetworkTally(): NetworkTally {
  const sums = new Map<string, number>()
  const of = (network: string) => sums.get(network) ?? 0
  return {
    of,
    add(network, amount) {
      const sum = of(network) + amount
      if (sum > 0) sums.set(network, sum)
      else sums.delete(network)
    },
  }
}
