import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { localToday } from '#shared/dates.ts'
import { DEFAULT_CURRENCY } from '#shared/money.ts'
import { refundAtStart, TOUR_WORDS } from '#shared/refunds/lines.ts'
import { optionIn, sizeOf, unitsIn } from '#shared/tours/offers/option-choice.ts'
import { optionRunsOn } from '#shared/tours/offers/option-days.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { useOptionChoice } from '#web/features/checkout/options/option-checkout.ts'
import { seatsText } from '#web/features/checkout/options/option-words.ts'
import { OptionsPanel, type OptionsPanelProps } from '#web/features/checkout/options/options-panel.tsx'
import { departureError, type Trip } from '#web/features/checkout/trip-choice.ts'
import { DepartureCalendar } from '#web/features/tours/departure-calendar.tsx'
import { runsText } from '#web/features/tours/departure-days.ts'
import { calendarSaleOf, dayOffOfOptions, firstDayOnSale, leftAtOf, soldOf, useOptionClock } from '#web/features/tours/option-departures.ts'
import { seatsQuery } from '#web/features/tours/seats-left.ts'
import type { TourResponse } from '#web/features/tours/tour-view.tsx'
import { todayThere, zoneElsewhere } from '#web/lib/moments.ts'

export type TourOptionsProps = Pick<OptionsPanelProps, 'held' | 'note' | 'findPaid' | 'onRefused'> & {
  tour: TourResponse
  selling: Selling
  trip: Trip
  /** Called with how many people travel, whenever that changes. */
  onPeople: (people: number) => void
}

/** The booking panel of a tour that sells options, with what its page knows of days and seats. */
export default function TourOptions({ tour, selling, trip, onPeople, ...shown }: TourOptionsProps): ReactNode {
  const choosing = useOptionChoice(tour.id, trip.guests)
  const { date } = trip.choice
  const { currency = DEFAULT_CURRENCY.tour } = tour
  const option = optionIn(selling, choosing.choice)
  const today = todayThere(selling.timeZone)
  const sold = soldOf(tour, selling)
  const dateError = departureError(date, today)
  const asked = option ? [option] : selling.options
  const now = useOptionClock(sold, asked, dateError === undefined ? date : undefined)
  const isOnSale = dateError === undefined
  const runs = option !== undefined && isOnSale && optionRunsOn(sold, option, date)
  const { data: seats } = useQuery({ ...seatsQuery(tour.id, date, option?.id), enabled: runs })
  const dayOff = isOnSale ? dayOffOfOptions(sold, asked, date, { today, now, next: seats?.next }) : undefined
  const isDeparture = isOnSale && dayOff === undefined
  // The page begins with the visitor's today, which at the place may be over or no longer sold. What was asked for stays, and is explained.
  const begin = useEffectEvent(() => {
    const first = isDeparture || date !== localToday() ? undefined : firstDayOnSale(sold, asked, { today, now })
    if (first !== undefined) trip.setDate(first)
  })
  useEffect(() => begin(), [tour.id])
  const leftAt = (time: string | null) => leftAtOf(sold, option, time, date, { now, times: seats?.times })
  const size = option && sizeOf(option, unitsIn(option, choosing.choice))
  const people = size?.people ?? trip.guests
  useEffect(() => onPeople(people), [onPeople, people])
  const said = option && isDeparture ? seatsText(option, choosing.choice, size?.seats ?? 0, date, leftAt) : undefined
  const sale = calendarSaleOf({ sold, option, choice: choosing.choice, currency, today, now })

  return (
    <OptionsPanel
      {...shown}
      tourId={tour.id}
      priceId={tour.stripePriceId}
      extraPictures={tour.extraPictures}
      {...{ selling, currency, choosing, option, today, trip, dateError, dayOff, isDeparture }}
      runsOn={(each) => !isOnSale || optionRunsOn(sold, each, date)}
      leftAt={leftAt}
      left={seats?.extras}
      dateNote={said?.isWarning === false ? said.text : undefined}
      warning={said?.isWarning ? said.text : undefined}
      departures={runsText(option?.runs ?? tour.runs, today)}
      calendar={<DepartureCalendar tour={tour} guests={trip.guests} chosen={date} today={today} sale={sale} onChoose={trip.setDate} />}
      refundNote={
        isDeparture
          ? refundAtStart(tour.refundPolicy, date, today, { ...TOUR_WORDS, timeZone: zoneElsewhere(selling.timeZone) })
          : undefined
      }
      leastAge={tour.facts?.leastAge || undefined}
    />
  )
}
