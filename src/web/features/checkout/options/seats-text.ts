import { longDay, type Day } from '#shared/dates.ts'
import type { SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { seatsLeftText } from './option-words.ts'
import { timeIn, type OptionChoice } from '#shared/tours/offers/option-choice.ts'
import type { TimeLeft } from './time-list.tsx'

/**
 * The text about the seats of a day: a warning if there are too few. Start times say themselves how many are left, so without a warning
 * only a day that counts as a whole has one.
 */
export function seatsText(
  option: SellingOption,
  choice: OptionChoice,
  needed: number,
  day: Day,
  leftAt: (time: string | null) => TimeLeft,
): { text: string; isWarning: boolean } | undefined {
  const { startTimes } = option
  const isAllGone = startTimes.every(({ time }) => isGone(leftAt(time)))
  if (startTimes.length > 0 && isAllGone) return { text: `Sold out on ${longDay(day)}. Please choose another date.`, isWarning: true }
  const time = timeIn(option, choice)
  if (startTimes.length > 0 && time === undefined) return undefined
  const { seatsLeft, hasLeft } = leftAt(time ?? null)
  const at = `${time === undefined ? '' : ` at ${time}`} on ${longDay(day)}`
  if (hasLeft) return { text: `Booking has closed${at}. Please choose another start time.`, isWarning: true }
  if (seatsLeft === undefined) return undefined
  const another = time === undefined ? 'date' : 'start time or date'
  if (seatsLeft <= 0) return { text: `Sold out${at}. Please choose another ${another}.`, isWarning: true }
  const left = seatsLeftText(seatsLeft)
  if (seatsLeft < needed) return { text: `Only ${left}${at}, but you need ${needed}.`, isWarning: true }
  return time === undefined ? { text: `${left}${at}`, isWarning: false } : undefined
}

function isGone({ seatsLeft, hasLeft }: TimeLeft): boolean {
  return hasLeft || seatsLeft === 0
}
