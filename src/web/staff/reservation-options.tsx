import { useEffect, useEffectEvent, useId, useState, type ComponentProps } from 'react'
import { isDay, longDay } from '#shared/dates.ts'
import { isOffer } from '#shared/tours/offers/chosen-offer.ts'
import { sizeOf, unitsIn, withUnit } from '#shared/tours/offers/option-choice.ts'
import { optionRunsOn } from '#shared/tours/offers/option-days.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { Button } from '#web/components/button.tsx'
import type { Counter } from '#web/features/checkout/guest-counter.tsx'
import { OptionFields } from '#web/features/checkout/options/option-fields.tsx'
import { OPTIONS, TIMES } from '#web/features/checkout/options/option-list.tsx'
import { seatsText } from '#web/features/checkout/options/option-words.ts'
import { EXTRAS, TRAVELLERS } from '#web/features/checkout/options/unit-counters.tsx'
import type { OptionsProps } from '#web/features/reservations/staff/tour-panel.tsx'
import { dayOffOfOptions, leftAtOf, soldOf, useOptionClock } from '#web/features/tours/option-departures.ts'
import { messageOf } from '#web/lib/call-error.ts'
import { todayThere } from '#web/lib/moments.ts'

const WORDS = { option: 'Option', time: 'Start time', who: 'Travellers', alone: 'No pickup', fetched: 'Pickup' }
/** Where the answers to a question are. */
const PLACES = { optionId: OPTIONS, startTime: TIMES, units: TRAVELLERS, extras: EXTRAS } as const

/** What a caller chooses of a tour that sells options, with the traveller's questions and what is known about the day. */
export function ReservationOptions({ tour, sale, date, errors, onChoose, onDate, onFocusable }: OptionsProps) {
  const { selling, currency } = tour
  const { choice, option, offer, known, seats } = sale
  const today = todayThere(selling.timeZone)
  const sold = soldOf(tour, selling)
  const asked = option ? [option] : selling.options
  const isOnSale = isDay(date) && date >= today && date <= lastTravelDay(today)
  const now = useOptionClock(sold, asked, isOnSale ? date : undefined)
  const dayOff = isOnSale ? dayOffOfOptions(sold, asked, date, { today, now, next: seats.data?.next }) : undefined
  const leftAt = (time: string | null) => leftAtOf(sold, option, time, date, { now, times: seats.data?.times })
  const needed = option ? sizeOf(option, unitsIn(option, choice)).seats : 0
  const said = option && isOnSale && !dayOff ? seatsText(option, choice, needed, date, leftAt) : undefined
  const fault = seats.error && !dayOff ? messageOf(seats.error, 'We couldn’t load the seats left.') : undefined
  const isBad = dayOff !== undefined || fault !== undefined || said?.isWarning === true
  const makeFocusable = useEffectEvent(() => {
    for (const part of ['optionId', 'startTime', 'units', 'extras'] as const) onFocusable(part, () => focusFirst(PLACES[part]))
  })
  useEffect(() => makeFocusable(), [tour.id])
  const next = dayOff?.next

  return (
    <>
      <p role="status" className={isBad ? 'font-semibold text-danger not-empty:mt-2' : 'text-ink-soft not-empty:mt-2'}>
        {fault ?? dayOff?.text ?? said?.text}
      </p>
      {next !== undefined && (
        <Button variant="secondary" size="small" className="mt-2 min-h-11" onClick={() => onDate(next)}>
          Use {longDay(next)}
        </Button>
      )}
      <OptionFields
        {...{ selling, currency, option, leftAt }}
        day={isDay(date) ? date : today}
        leastAge={tour.leastAge || undefined}
        runsOn={(each) => !isOnSale || optionRunsOn(sold, each, date)}
        left={known.left}
        choosing={{
          choice,
          chooseOption: (optionId) => onChoose({ optionId }),
          chooseTime: (startTime) => onChoose({ startTime }),
          stepUnit: (each, id, step) => onChoose({ units: withUnit(each, choice, id, step).units }),
          setExtra: (id, count) => onChoose({ extras: { ...choice.extras, [id]: count } }),
          choosePickup: (pickupId) => onChoose({ pickupId }),
        }}
        errors={{ ...errors, units: errors.units ?? (offer && !isOffer(offer) && offer.path === 'units' ? offer.message : undefined) }}
        Counter={CountField}
        words={WORDS}
        takesLate={date === today}
      />
    </>
  )
}

/** The first answer that can be given. */
function focusFirst(id: string): void {
  document.getElementById(id)?.querySelector<HTMLElement>('input:not(:disabled), button')?.focus()
}

/** Counts by typing or with the arrow keys, which is quicker than buttons for a person at the keyboard. */
function CountField({ name, detail, count, most, onStep }: ComponentProps<Counter>) {
  const id = useId()
  // What is typed may be empty for a moment, which counts as none.
  const [typed, setTyped] = useState('')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <label htmlFor={id} className="min-w-0 flex-[1_1_8rem]">
        <span id={`${id}-name`} className="font-semibold">
          {name}
        </span>
        <span id={`${id}-detail`}>{detail}</span>
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-detail`}
        value={toCount(typed) === count ? typed || '0' : count}
        onFocus={({ target }) => target.select()}
        // Enter ends a number typed during the call. It doesn’t book.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={({ target }) => {
          setTyped(target.value)
          onStep(toCount(target.value) - count)
        }}
        className="field-control w-20! shrink-0 text-center tabular-nums"
      />
    </div>
  )
}

function toCount(typed: string): number {
  const count = Math.floor(Number(typed))
  return count > 0 ? count : 0
}
