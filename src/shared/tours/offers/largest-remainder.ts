/**
 * Splits a whole number of cents in proportion to `weights`: each part is rounded down, and the cents left over go to the largest
 * remainders, the first of equal ones. No part exceeds its weight if the total does not exceed their sum. All zero for weights of zero.
 */
export function splitByWeight(cents: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((one, other) => one + other, 0)
  if (sum === 0) return weights.map(() => 0)
  // In whole numbers of any size: cents times a weight can exceed what a double holds exactly.
  const shares = weights.map((weight) => BigInt(cents) * BigInt(weight))
  const parts = shares.map((share) => Number(share / BigInt(sum)))
  const remainders = shares.map((share, index) => ({ index, rest: share % BigInt(sum) }))
  remainders.sort((one, other) => (one.rest === other.rest ? one.index - other.index : one.rest < other.rest ? 1 : -1))
  const left = cents - parts.reduce((one, other) => one + other, 0)
  for (const { index } of remainders.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}
