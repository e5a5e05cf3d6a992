import type { ComponentType } from 'react'
import { dayIn, type Day } from '#shared/dates.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { formatMoney, toMoney } from '#shared/money.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { Panel } from '#web/components/panel.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { messageOf } from '#web/lib/call-error.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import type { ChosenTour } from './api/get-chosen-tour.ts'
import { Chosen } from './chosen.tsx'
import { OPTION_PARTS, takesWalkIn, type OptionPart, type OptionValues, type SellingTour } from './options-draft.ts'
import type { ReservationDraft } from './reservation-draft.ts'
import { SeatsFor } from './seats-for.tsx'
import { TourChoices } from './tour-choices.tsx'
import type { ChosenSale } from './use-chosen-offer.ts'
import { WalkIn } from './walk-in.tsx'

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
