import { useEffect, useState } from 'react'
import { addDays, isDay, longDay, type Day } from '#shared/dates.ts'
import type { Lenient } from '#shared/lenient.ts'
import type { Currency } from '#shared/money.ts'
import { lowestCents } from '#shared/tours/offers/chosen-offer.ts'
import { sizeOf, unitsIn, type OptionChoice } from '#shared/tours/offers/option-choice.ts'
import { optionEndsAt, optionHasLeft, optionRunsOn, type SoldTour } from '#shared/tours/offers/option-days.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import type { timeSeatsSchema } from '#shared/tours/time-seats.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import type { CalendarSale } from './day-offers.tsx'
import type { TourResponse } from './tour-view.tsx'

/** Longer waits are pointless, since no page stays open that long, and the longest would overflow the timer. */
const LONGEST_MS = 24 * 60 * 60_000

export function soldOf({ runs, saleEnd }: Pick<TourResponse, 'runs' | 'saleEnd'>, selling: Selling): SoldTour {
  return { selling, runs: runs ?? { kind: 'daily' }, saleEnd: saleEnd ?? null }
}

function timesOf({ startTimes }: SellingOption): (string | null)[] {
  return startTimes.length === 0 ? [null] : startTimes.map(({ time }) => time)
}

function isOver(sold: SoldTour, option: SellingOption, day: Day, now: Date): boolean {
  return timesOf(option).every((time) => optionHasLeft(sold, option, time, day, now))
}

/** The first day from today on whose departures of an option are not all over, whether or not it runs then. */
export function firstDayOf(sold: SoldTour, option: SellingOption, today: Day, now: Date): Day {
  let day = today
  while (isOver(sold, option, day, now)) day = addDays(day, 1)
  return day
}

type Clock = { today: Day; now: Date; next?: Day | undefined }

/**
 * Explains that none of the options can be booked on a day, because they do not run or have left, and offers the next day. Undefined if one
 * can. `next` is the server's.
 */
export function dayOffOfOptions(
  sold: SoldTour,
  options: readonly SellingOption[],
  day: Day,
  { today, now, next }: Clock,
): { text: string; next: Day | undefined } | undefined {
  const running = options.filter((option) => optionRunsOn(sold, option, day))
  if (running.some((option) => !isOver(sold, option, day, now))) return undefined
  const isSold = (each: Day) => options.some((option) => optionRunsOn(sold, option, each) && !isOver(sold, option, each, now))
  const offered = next ?? firstSold(addDays(day, 1), today, isSold) ?? firstSold(today, today, isSold)
  const what = running.length > 0 ? `Bookings for ${longDay(day)} have closed.` : `No departure on ${longDay(day)}.`
  const advice = offered === undefined ? 'No other departures are scheduled at the moment.' : `The next one is on ${longDay(offered)}.`
  return { text: `${what} ${advice}`, next: offered }
}

/** The first day on which one of the options can still be booked. */
export function firstDayOnSale(sold: SoldTour, options: readonly SellingOption[], { today, now }: Clock): Day | undefined {
  const isSold = (day: Day) => options.some((option) => optionRunsOn(sold, option, day) && !isOver(sold, option, day, now))
  return firstSold(today, today, isSold)
}

function firstSold(from: Day, today: Day, isSold: (day: Day) => boolean): Day | undefined {
  for (let day = from; day <= lastTravelDay(today); day = addDays(day, 1)) if (isSold(day)) return day
  return undefined
}

/** What is left at a start time, by the server's answer and the clock; `seatsLeft` is undefined while that is not known. */
export function leftAtOf(
  sold: SoldTour,
  option: SellingOption | undefined,
  time: string | null,
  day: string,
  { now, times }: { now: Date; times: readonly Lenient<typeof timeSeatsSchema>[] | undefined },
): { seatsLeft: number | undefined; hasLeft: boolean } {
  const known = times?.find((each) => each.time === time)
  const hasLeft = option !== undefined && isDay(day) && optionHasLeft(sold, option, time, day, now)
  return { seatsLeft: known?.seatsLeft, hasLeft: hasLeft || known?.hasLeft === true }
}

/** Returns the time of the last render; rerenders when the sale of one of the day's departures ends. */
export function useOptionClock(sold: SoldTour, options: readonly SellingOption[], day: Day | undefined): Date {
  const [now, setNow] = useState(() => serverNow())
  const ends = options.flatMap((option) => {
    return day === undefined ? [] : timesOf(option).map((time) => optionEndsAt(sold, option, time, day).getTime())
  })
  const end = Math.min(...ends.filter((each) => each > now.getTime()))
  useEffect(() => {
    const wait = end - serverNow().getTime()
    if (wait > LONGEST_MS) return
    const timer = setTimeout(() => setNow(serverNow()), Math.max(0, wait) + 50)
    return () => clearTimeout(timer)
  }, [end])
  return now
}

type Shown = { sold: SoldTour; option: SellingOption | undefined; choice: OptionChoice; currency: Currency; today: Day; now: Date }

/** What the calendar needs of a choice, whose prices the checkout computes. */
export function calendarSaleOf({ sold, option, choice, currency, today, now }: Shown): CalendarSale {
  const { selling, runs } = sold
  const shown = option ? [option] : selling.options
  return {
    options: shown.map((each) => ({
      id: each.id,
      runs: each.runs ?? runs,
      capacity: selling.capacityGroups.find(({ id }) => id === each.capacityGroup)?.seats ?? 0,
      seatsNeeded: sizeOf(each, unitsIn(each, choice)).seats,
      first: firstDayOf(sold, each, today, now),
    })),
    party: JSON.stringify(choice),
    priceOn: (ids, day) => {
      const cents = lowestCents(
        selling,
        shown.filter(({ id }) => ids.includes(id)),
        choice,
        { day, today },
      )
      return cents === undefined ? undefined : { cents, currency }
    },
  }
}
