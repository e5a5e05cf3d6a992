import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { dayIn, type Day } from '#shared/dates.ts'
import { formatMoney, toMoney } from '#shared/money.ts'
import type { CustomerChoice as Customer, ReservationBody, ReservationMade } from '#shared/reservations/staff.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { Button } from '#web/components/button.tsx'
import { KeptNote } from '#web/components/kept-note.tsx'
import { Panel } from '#web/components/panel.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { messageOf } from '#web/lib/call-error.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { chosenTourQuery, type ChosenTour } from './api/get-chosen-tour.ts'
import { Chosen } from './chosen.tsx'
import { CustomerChoice } from './customer-choice.tsx'
import { dueDayAfter, dueUntil, latestDue, possibleDueDay } from './due-day.ts'
import { PayByChoice } from './pay-by-choice.tsx'
import { useMakeReservation } from './api/make-reservation.ts'
import {
  checkReservation,
  emptyReservation,
  isUnmailed,
  NEW,
  priceOf,
  reservationConsequences,
  type ReservationValues,
} from './reservation-draft.ts'
import { ReservationSummary } from './reservation-summary.tsx'
import { SeatsFor } from './seats-for.tsx'
import { TourChoices } from './tour-choices.tsx'
import { WalkIn } from './walk-in.tsx'

type CalendarProps = { tour: ChosenTour; guests: number; chosen: string; today: Day; onChoose: (day: Day) => void }

type Props = {
  start?: { tourId?: string; travelDate?: string }
  /** The agency's. */ timeZone: string
  /** Chooses the date by the seats that are left. */ Calendar: ComponentType<CalendarProps>
  /** `showsLink` means that nothing was emailed, so the link must be shown. */
  onDone: (made: ReservationMade & { showsLink: boolean }) => void
}

/** Books a tour for a customer on the phone, explaining the consequences first. */
export function ReservationForm({ start, timeZone, Calendar, onDone }: Props) {
  // An idempotency key: sending the form twice makes one booking.
  const [key] = useState(randomUuid)
  const clocks = () => ({ timeZone, now: new Date() })
  const today = dayIn(timeZone, new Date())
  const empty = emptyReservation(clocks(), start)
  const client = useQueryClient()
  const makeReservation = useMakeReservation()
  const form = useKeptForm<ReservationValues, ReservationBody>({
    keepAs: `reservation ${empty.tourId} ${empty.travelDate}`,
    start: empty,
    check: (values) => {
      const chosenTour = onSale(client.getQueryData(chosenTourQuery(values.tourId).queryKey))
      return checkReservation(values, chosenTour, { key, ...clocks() })
    },
    onChange: (now, name) => name === 'travelDate' && form.adopt(dated(form.values, now.travelDate)),
    send: async (body) => {
      const made = await makeReservation(body)
      form.forget()
      const hasEmail = 'id' in body.customer ? typeof form.values.known?.email === 'string' : body.customer.email !== null
      onDone({ ...made, showsLink: body.payBy === 'link' && !hasEmail })
    },
  })
  const { values } = form
  const dated = (now: ReservationValues, travelDate: string) => ({
    travelDate,
    isWalkIn: false,
    dueOn: dueDayAfter({ travelDate, dueOn: now.dueOn, saleEnd: tour?.saleEnd }, now.travelDate, clocks()),
  })
  const { known, tourId } = values
  const { data: chosen, error: tourError } = useQuery(chosenTourQuery(tourId))
  const tour = onSale(chosen)
  const todayThere = dayThere(tour, today)
  // The form may have been kept in the tab since yesterday.
  const makeDuePossible = useEffectEvent(() =>
    form.adopt((now) => ({ dueOn: possibleDueDay({ ...now, saleEnd: tour?.saleEnd }, clocks()) })),
  )
  useEffect(() => makeDuePossible(), [tour?.id, today])
  const due = { ...values, saleEnd: tour?.saleEnd }
  const [until, latest] = [dueUntil(due, clocks()), latestDue(due, clocks())]
  // In page order, so that the first invalid field gets the focus.
  const [who, name, email, phone] = [form.choice('who'), form.field('name'), form.field('email'), form.field('phone')]
  const tourChoice = form.choice('tourId')
  const choose = (customer: Customer | undefined) => {
    form.adopt({ known: customer ?? null, phone: customer?.phone ?? '' })
    who.onValueChange(customer?.id ?? '')
  }
  const price = priceOf(values, tour)
  const lines = reservationConsequences(values, { customer: known ?? values, price, until })
  return (
    <form {...form.props} className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-1 gap-5">
        <KeptNote {...form.kept} isOutdated={false} />
        <Panel title="Customer">
          {known && (
            <Chosen label="customer" onChange={() => choose(undefined)}>
              <span className="font-semibold">{known.name}</span> <span className="text-ink-soft">{known.email}</span>
            </Chosen>
          )}
          {values.who === '' && (
            <CustomerChoice
              error={who.error}
              onChoose={choose}
              onNew={(typed) => {
                form.adopt({ [fieldOf(typed)]: typed })
                who.onValueChange(NEW)
              }}
            />
          )}
          {values.who === NEW && (
            <div className="space-y-4">
              <TextField {...name} label="Name" autoComplete="off" />
              <TextField
                {...email}
                label="Email"
                isOptional
                type="email"
                autoComplete="off"
                hint="Without one a phone number is needed, and nothing is emailed."
              />
              <Button variant="secondary" size="small" onClick={() => choose(undefined)}>
                <Search aria-hidden="true" className="size-4" /> Somebody who has an account
              </Button>
            </div>
          )}
          {values.who !== '' && (
            <TextField
              {...phone}
              label="Phone"
              type="tel"
              autoComplete="off"
              hint={known ? 'For this tour; their account keeps its own.' : 'A number from abroad begins with + and the country.'}
              className="mt-4 sm:max-w-96"
            />
          )}
        </Panel>
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
              <span className="text-ink-soft">{formatMoney(toMoney(tour.basePrice, tour.currency), 'if any')} a person</span>
            </Chosen>
          ) : (
            <>
              <TourChoices value={tourId} status="published" onChoose={tourChoice.onValueChange} />
              <p role="status" className="font-medium text-danger">
                {tourError
                  ? messageOf(tourError, 'This tour could not be loaded.')
                  : chosen
                    ? `${chosen.name} is not on sale. Please choose another tour.`
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
            <TextField {...form.field('guests')} label="Guests" type="number" inputMode="numeric" min={1} />
          </div>
          {tour && (
            <Calendar
              tour={tour}
              guests={Number(values.guests)}
              chosen={values.travelDate}
              today={today}
              onChoose={(travelDate) => form.adopt(dated(values, travelDate))}
            />
          )}
          <SeatsFor tourId={tourId} date={values.travelDate} guests={Number(values.guests)} />
          {tour && (
            <WalkIn
              tour={tour}
              day={values.travelDate}
              isChecked={values.isWalkIn}
              isBusy={form.isBusy}
              onChange={(isWalkIn) => form.adopt({ isWalkIn })}
            />
          )}
          <TextArea
            {...form.field('travellers')}
            label="Names of the travellers"
            isOptional
            hint="One per line. They can also be given later."
            rows={3}
            className="mt-4"
          />
        </Panel>
        <Panel title="Payment">
          <PayByChoice form={form} isMailed={!isUnmailed(values, known ?? values)} />
          <TextField
            {...form.field('dueOn')}
            label="Last day to pay"
            type="date"
            min={today}
            max={latest?.day}
            hint={dueHint(until, latest?.text)}
            className="mt-4 sm:max-w-96"
          />
        </Panel>
      </div>
      <div className="xl:sticky xl:top-6">
        <ReservationSummary tour={tour} guests={values.guests} price={price} lines={lines} alert={form.alert} isBusy={form.isBusy} />
      </div>
    </form>
  )
}

function onSale(tour: ChosenTour | undefined): ChosenTour | undefined {
  return tour?.status === 'published' ? tour : undefined
}

/** Today in the tour's time zone, or else `today`, the agency's. */
function dayThere(tour: ChosenTour | undefined, today: Day): Day {
  return tour?.saleEnd ? dayIn(tour.saleEnd.timeZone, new Date()) : today
}

function dueHint(until: string | undefined, latest: string | undefined): string | undefined {
  if (until !== undefined)
    return `Until ${until}${until === latest ? ', the latest possible' : latest === undefined ? '' : `; the latest possible is ${latest}`}.`
  return latest && `The latest possible is ${latest}.`
}

/** Guesses which field of a new customer the search text belongs in. */
function fieldOf(typed: string): 'name' | 'email' | 'phone' {
  if (typed.includes('@')) return 'email'
  return /^[+\d]/.test(typed) ? 'phone' : 'name'
}
