import { useQuery } from '@tanstack/react-query'
import { useId, type ComponentType, type ReactNode } from 'react'
import { dayIn, longDay, type Day } from '#shared/dates.ts'
import { formatMoney, toMoney } from '#shared/money.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { messageOf } from '#web/lib/call-error.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { seatsLeftQuery, type ChosenSale } from './chosen-sale.ts'
import { OPTION_PARTS, takesWalkIn, type OptionPart, type OptionValues, type SellingTour } from './options-draft.ts'
import type { ReservationDraft } from './reservation-draft.ts'
import { TourChoices, type ChosenTour } from './tour-choices.tsx'

export type CalendarProps = {
  tour: ChosenTour
  guests: number
  chosen: string
  today: Day
  /** Of a tour with options. */
  sale: ChosenSale | undefined
  onChoose: (day: Day) => void
}

export type OptionsProps = {
  tour: ChosenTour & SellingTour
  sale: ChosenSale
  /** As typed. */
  date: string
  errors: { [part in OptionPart]?: string | undefined }
  onChoose: (changed: Partial<OptionValues>) => void
  onDate: (day: Day) => void
  /** Told what gets the focus if a part is wrong. */
  onFocusable: (part: OptionPart, focus: () => void) => void
}

type Props = {
  form: ReservationDraft
  tour: ChosenTour | undefined
  sale: ChosenSale | undefined
  /** Why there is no tour. */
  fault: unknown
  offSale: string | undefined
  today: Day
  /** Chooses the date by the seats that are left. */
  Calendar: ComponentType<CalendarProps>
  /** What is chosen of a tour that sells options. */
  Options: ComponentType<OptionsProps>
  onDate: (day: Day) => void
}

/** Which tour, when, and who travels. */
export function TourPanel({ form, tour, sale, fault, offSale, today, Calendar, Options, onDate }: Props) {
  const { values } = form
  const { tourId, travelDate } = values
  const tourChoice = form.choice('tourId')
  const guests = sale?.people ?? typedWhole(values.guests)
  const todayThere = dayThere(tour, today)
  const chooseOptions = (changed: Partial<OptionValues>) => {
    // Another departure is another walk-in.
    form.adopt('optionId' in changed || 'startTime' in changed ? { ...changed, isWalkIn: false } : changed)
    // What was wrong with one part may be right with another.
    const wrong = OPTION_PARTS.filter((part) => form.errorOf(part) !== undefined)
    if (wrong.length > 0) void form.library.trigger(wrong)
  }
  return (
    <Panel title="Tour">
      {tour ? (
        <Chosen
          label="tour"
          onChange={() => {
            form.adopt({ isWalkIn: false })
            tourChoice.onValueChange('')
          }}
        >
          <span className="font-semibold">{tour.name}</span>{' '}
          <span className="text-ink-soft">
            <span>{tour.selling && 'from '}</span>
            {formatMoney(toMoney(tour.basePrice, tour.currency), 'if any')} per person
          </span>
        </Chosen>
      ) : (
        <>
          <TourChoices value={tourId} status="published" onChoose={tourChoice.onValueChange} />
          <p role="status" className="font-medium text-danger">
            {fault
              ? messageOf(fault, 'We couldn’t load this tour.')
              : offSale !== undefined
                ? `${offSale} is not on sale. Please choose another tour.`
                : tourChoice.error}
          </p>
        </>
      )}
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('travelDate')}
          label="Date"
          type="date"
          min={todayThere < today ? todayThere : today}
          max={lastTravelDay(today)}
        />
        {!sale && <TextField {...form.field('guests')} label="Guests" inputMode="numeric" />}
      </div>
      {tour && <Calendar tour={tour} guests={guests} chosen={travelDate} today={today} sale={sale} onChoose={onDate} />}
      {tour?.selling && sale ? (
        <Options
          tour={{ ...tour, selling: tour.selling }}
          sale={sale}
          date={travelDate}
          errors={Object.fromEntries(OPTION_PARTS.map((part) => [part, form.errorOf(part)]))}
          onChoose={chooseOptions}
          onDate={onDate}
          onFocusable={(part, focus) => form.library.register(part).ref({ focus })}
        />
      ) : (
        <SeatsFor tourId={tourId} date={travelDate} guests={guests} />
      )}
      {tour && takesWalkIn(tour, values, serverNow()) && (
        <WalkIn isChecked={values.isWalkIn} isBusy={form.isBusy} onChange={(isWalkIn) => form.adopt({ isWalkIn })} />
      )}
      <TextArea
        {...form.field('travellers')}
        label="Travellers’ names"
        isOptional
        hint="One per line. You can add them later."
        rows={3}
        className="mt-4"
      />
    </Panel>
  )
}

/** Today in the tour's time zone, or else `today`, the agency's. */
function dayThere(tour: ChosenTour | undefined, today: Day): Day {
  const timeZone = tour?.selling?.timeZone ?? tour?.saleEnd?.timeZone
  return timeZone === undefined ? today : dayIn(timeZone, serverNow())
}

function SeatsFor({ tourId, date, guests }: { tourId: string; date: string; guests: number }) {
  const { data, error } = useQuery(seatsLeftQuery(tourId, date))
  const isTooFew = data !== undefined && data.seatsLeft < guests
  return (
    <p role="status" className={error || isTooFew ? 'mt-2 font-semibold text-danger' : 'mt-2 text-ink-soft'}>
      {error ? messageOf(error, 'We couldn’t load the seats left.') : data && seatsText(data, isTooFew)}
    </p>
  )
}

type Seats = { seatsLeft: number; maxPeople?: number | undefined; hasLeft?: boolean | undefined; next?: string | undefined }

function seatsText({ seatsLeft, maxPeople, hasLeft, next }: Seats, isTooFew: boolean): string {
  // The server does not report the real seats of a departure that is no longer on sale.
  if (hasLeft)
    return `Booking for this departure has closed.${next === undefined ? '' : ` The next departure with seats is on ${longDay(next)}.`}`
  return `${seatsLeft} of ${maxPeople} seats are left${isTooFew ? ', not enough for these guests' : ''}.`
}

type WalkInProps = {
  isChecked: boolean
  isBusy: boolean
  onChange: (isChecked: boolean) => void
}

/** Lets staff book a walk-in on a departure that has left. */
function WalkIn({ isChecked, isBusy, onChange }: WalkInProps) {
  const hintId = useId()
  return (
    <div className="mt-3 rounded-field border border-line px-4 py-2 has-checked:border-ink has-checked:bg-sun-tint">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          aria-describedby={hintId}
          checked={isChecked}
          disabled={isBusy}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 shrink-0 accent-coral-deep"
        />
        Walk-in: they’re here now
      </label>
      <p id={hintId} className="pb-1 text-ink-soft">
        This departure may already have left. Tick this only if the guide is taking them along.
      </p>
    </div>
  )
}

export function Chosen({ label, onChange, children }: { label: string; onChange: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field border border-line bg-cream px-4 py-3">
      <div className="min-w-0 wrap-anywhere">{children}</div>
      <Button variant="quiet" size="small" className="-mx-4" aria-label={`Change the ${label}`} onClick={onChange}>
        Change
      </Button>
    </div>
  )
}
