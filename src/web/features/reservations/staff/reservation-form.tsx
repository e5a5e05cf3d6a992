import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { dayIn } from '#shared/dates.ts'
import { toMoney, type Money } from '#shared/money.ts'
import { PAY_BY, PAYMENT_METHODS } from '#shared/payments/methods.ts'
import { makeReservation } from '#shared/reservations/staff-calls.ts'
import type { CustomerChoice as Customer, ReservationBody, ReservationMade } from '#shared/reservations/staff.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { Button } from '#web/components/button.tsx'
import { KeptNote } from '#web/components/form-dialog.tsx'
import { Panel } from '#web/components/panel.tsx'
import { RadioChoice, type RadioForm } from '#web/components/radio-choice.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useSend } from '#web/lib/use-send.ts'
import { knownOf, useChosenOffer, type ChosenSale } from './chosen-sale.ts'
import { CUSTOMER_SEARCH, CustomerChoice } from './customer-choice.tsx'
import { dueDayAfter, dueUntil, latestDue, possibleDueDay } from './due-day.ts'
import { OPTION_PARTS, type SellingTour } from './options-draft.ts'
import { PAY_BY_WORDS } from './pay-by.ts'
import {
  checkReservation,
  emptyReservation,
  isUnmailed,
  NEW,
  priceOf,
  reservationConsequences,
  type ReservationValues,
} from './reservation-draft.ts'
import { PricePanel, ReservationSummary } from './reservation-summary.tsx'
import { CHOSEN_TOUR, chosenTourQuery, type ChosenTour } from './tour-choices.tsx'
import { Chosen, TourPanel, type CalendarProps, type OptionsProps } from './tour-panel.tsx'

/** So that the first invalid field gets the focus. */
const IN_PAGE_ORDER = ['who', 'name', 'email', 'phone', 'tourId', 'travelDate', 'guests', ...OPTION_PARTS, 'travellers', 'dueOn'] as const

type Props = {
  start?: { tourId?: string; travelDate?: string }
  /** The agency's. */ timeZone: string
  Calendar: ComponentType<CalendarProps>
  Options: ComponentType<OptionsProps>
  /** `showsLink` means that nothing was emailed, so the link must be shown. */
  onDone: (made: ReservationMade & { showsLink: boolean }) => void
}

/** Books a tour for a customer on the phone, explaining the consequences first. */
export function ReservationForm({ start, timeZone, Calendar, Options, onDone }: Props) {
  // An idempotency key: sending the form twice makes one booking.
  const [key] = useState(randomUuid)
  const clocks = () => ({ timeZone, now: serverNow() })
  const today = dayIn(timeZone, serverNow())
  const empty = emptyReservation(clocks(), start)
  const client = useQueryClient()
  const send = useSend(makeReservation, consoleKey('bookings'), CHOSEN_TOUR)
  const form = useKeptForm<ReservationValues, ReservationBody>({
    keepAs: `reservation ${empty.tourId} ${empty.travelDate}`,
    start: empty,
    check: (values) => {
      const chosenTour = onSale(client.getQueryData(chosenTourQuery(values.tourId).queryKey))
      const now = serverNow()
      const selling = sellingOf(chosenTour)
      return checkReservation(values, chosenTour, { key, timeZone, now, known: selling && knownOf(client, selling, values, now) })
    },
    onChange: (now, name) => name === 'travelDate' && form.adopt(dated(form.values, now.travelDate)),
    send: async (body) => {
      const made = await send({ body }).catch((error: unknown) => {
        throw sale ? atUnits(error) : error
      })
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
  const sale = useChosenOffer(sellingOf(tour), values, serverNow())
  // The form may have been kept in the tab since yesterday.
  const makeDuePossible = useEffectEvent(() =>
    form.adopt((now) => ({ dueOn: possibleDueDay({ ...now, saleEnd: tour?.saleEnd }, clocks()) })),
  )
  useEffect(() => makeDuePossible(), [tour?.id, today])
  const due = { ...values, saleEnd: tour?.saleEnd }
  const [until, latest] = [dueUntil(due, clocks()), latestDue(due, clocks())]
  for (const each of IN_PAGE_ORDER) form.field(each)
  const [who, phone] = [form.choice('who'), form.field('phone')]
  useEffect(() => form.library.register('who').ref({ focus: () => document.getElementById(CUSTOMER_SEARCH)?.focus() }), [form.library])
  const choose = (customer: Customer | undefined) => {
    form.adopt({ known: customer ?? null, phone: customer?.phone ?? '' })
    who.onValueChange(customer?.id ?? '')
  }
  const price = sale && tour ? priceOfSale(sale, tour) : priceOf(values, tour)
  const guests = sale?.people ?? typedWhole(values.guests)
  const lines = reservationConsequences(values, { customer: known ?? values, guests, price, until })
  return (
    <form {...form.props} className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-1 gap-5">
        <KeptNote {...form.kept} isOutdated={false} />
        <Panel title="Customer">
          {known && (
            <Chosen label="customer" onChange={() => choose(undefined)}>
              <span className="font-semibold">{known.name}</span>{' '}
              <span translate="no" className="text-ink-soft">
                {known.email}
              </span>
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
              <TextField {...form.field('name')} label="Name" autoComplete="off" />
              <TextField
                {...form.field('email')}
                label="Email"
                isOptional
                type="email"
                autoComplete="off"
                hint="Leave empty to use a phone number instead; we won’t send any emails."
              />
              <Button variant="secondary" size="small" onClick={() => choose(undefined)}>
                <Search aria-hidden="true" className="size-4" /> Existing customer
              </Button>
            </div>
          )}
          {values.who !== '' && (
            <TextField
              {...phone}
              label="Phone"
              type="tel"
              autoComplete="off"
              hint={
                known
                  ? 'For this booking only; their account’s number won’t change.'
                  : 'For numbers from abroad, start with + and the country code.'
              }
              className="mt-4 sm:max-w-96"
            />
          )}
        </Panel>
        <TourPanel
          {...{ form, tour, sale, today, Calendar, Options }}
          fault={tourError}
          offSale={chosen?.name}
          onDate={(travelDate) => form.adopt(dated(values, travelDate))}
        />
        <Panel title="Payment">
          <PayByChoice form={form} isMailed={!isUnmailed(values, known ?? values)} />
          <TextField
            {...form.field('dueOn')}
            label="Payment due date"
            type="date"
            min={today}
            max={latest?.day}
            hint={dueHint(until, latest?.text)}
            className="mt-4 sm:max-w-96"
          />
        </Panel>
      </div>
      <div className="grid grid-cols-1 gap-5 xl:sticky xl:top-6">
        {tour && sale && <PricePanel form={form} sale={sale} currency={tour.currency} onCode={(code) => form.adopt({ code })} />}
        <ReservationSummary
          perPerson={tour && !sale ? toMoney(tour.basePrice, tour.currency) : undefined}
          guests={values.guests}
          price={price}
          lines={lines}
          alert={form.alert}
          isBusy={form.isBusy}
        />
      </div>
    </form>
  )
}

function onSale(tour: ChosenTour | undefined): ChosenTour | undefined {
  return tour?.status === 'published' ? tour : undefined
}

function sellingOf(tour: ChosenTour | undefined): SellingTour | undefined {
  return tour?.selling && { ...tour, selling: tour.selling }
}

function priceOfSale({ totalCents }: ChosenSale, { currency }: ChosenTour): Money | undefined {
  return totalCents === undefined ? undefined : { cents: totalCents, currency }
}

/** The seats of options are for the travellers by unit, beside whom it is said that there are too few. */
function atUnits(error: unknown): unknown {
  if (!(error instanceof CallError)) return error
  const issues = error.issues.map((issue) => (issue.path === 'totalGuests' ? { ...issue, path: 'units' } : issue))
  return new CallError(error.status, error.message, { code: error.code, issues, body: error.body, serverMessage: error.serverMessage })
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

function PayByChoice({ form, isMailed }: { form: RadioForm<'payBy'>; /** Whether there is an email address. */ isMailed: boolean }) {
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1.5 font-semibold">Payment method</legend>
      {PAY_BY.map((method) => (
        <RadioChoice
          key={method}
          form={form}
          name="payBy"
          value={method}
          text={PAYMENT_METHODS[method].name}
          hint={isMailed ? PAY_BY_WORDS[method].hint : PAY_BY_WORDS[method].hintUnmailed}
        />
      ))}
    </fieldset>
  )
}
