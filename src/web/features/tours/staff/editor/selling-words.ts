import type { Selling } from '#shared/tours/offers/selling-schema.ts'

/** "3 options, 2 start times, 2 seasons, 4 extras"; what there is none of is left out. */
export function sellingInWords({ options, seasons, extras }: Selling): string {
  const times = new Set(options.flatMap(({ startTimes }) => startTimes.map(({ time }) => time)))
  const counts = [
    [options.length, 'option'],
    [times.size, 'start time'],
    [seasons.length, 'season'],
    [extras.length, 'extra'],
  ] as const
  return counts.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`])).join(', ')
}
