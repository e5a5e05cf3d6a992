import { factsOf, tableOf } from '../kill-loop/report.ts'
import type { HaOutcome } from './loop.ts'

export function failoverTable(outcome: HaOutcome): string {
  const seconds = outcome.failovers.map(({ ms }) => ms / 1000).toSorted((one, other) => one - other)
  const median = seconds[Math.floor(seconds.length / 2)]
  return tableOf(
    [
      ...outcome.failovers.map(({ blow, ms }, index): [string, string] => [
        `failover ${index + 1}: ${blow}`,
        `${(ms / 1000).toFixed(1)} s`,
      ]),
      ['median', `${median?.toFixed(1)} s`],
      ['longest', `${seconds.at(-1)?.toFixed(1)} s`],
      ...factsOf(outcome),
    ],
    outcome.faults,
  )
}
