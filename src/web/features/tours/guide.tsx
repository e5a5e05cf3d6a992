import { queryOptions } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { z } from 'zod/mini'
import { tickDays, travellerName } from '#shared/bookings/attendance.ts'
import { readGuideManifest, sendGuideTicks } from '#shared/bookings/guide-calls.ts'
import { guideNameSchema, type GuideManifest } from '#shared/bookings/guide-links.ts'
import { localToday, longDay } from '#shared/dates.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { PhoneLink } from '#web/components/fact.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { tickQueue, type TickQueue, type TickSheet } from '#web/features/tours/attendance.ts'
import { AttendanceBar, TickedSeat } from '#web/features/tours/ticked-seats.tsx'
import { exactResponseOf } from '#web/lib/ask.ts'
import { postJson } from '#web/lib/http.ts'
import { tabStore } from '#web/lib/tab-store.ts'
import { ticksKey } from '#web/lib/waiting-ticks.ts'

export const guideName = tabStore('guide-name', (kept) => z.parse(guideNameSchema, kept))

// Only our own server answers a guide’s calls, so they are read exactly.

/** The passenger list as a guide sees it. Every read is audited, so it is fetched once and then only on request. */
export function guideManifestQuery(token: string) {
  const { path, returns } = readGuideManifest
  return queryOptions({
    queryKey: ['guide', token],
    queryFn: ({ signal }) => exactResponseOf(returns, postJson(path, { token }, { signal })),
    staleTime: Infinity,
  })
}

export function guideTicks(token: string): TickQueue {
  const { path, returns } = sendGuideTicks
  return tickQueue(ticksKey('guide', token), (ticks) =>
    exactResponseOf(returns, postJson(path, { token, name: guideName.find() ?? '', ticks })),
  )
}

const formSchema = z.object({ name: guideNameSchema })

export function GuideNameForm({ onNamed }: { onNamed: (name: string) => void }) {
  const form = useCheckedForm<{ name: string }, { name: string }>({
    start: { name: '' },
    check: (values) => formSchema.safeParse(values),
    send: async ({ name }) => {
      guideName.keep(name)
      onNamed(name)
    },
  })
  return (
    <form {...form.props} className="rounded-card border border-line bg-paper p-4 sm:p-6">
      {form.alert && <Alert className="mb-3">{form.alert}</Alert>}
      <TextField
        {...form.field('name')}
        label="Your name"
        hint="The office will see it next to each traveller you check in."
        autoComplete="name"
        maxLength={60}
      />
      <Button type="submit" className="mt-4 w-full" isBusy={form.isBusy}>
        Show travellers
      </Button>
    </form>
  )
}

type ListProps = { manifest: GuideManifest; sheet: TickSheet; isFetching: boolean; onReload: () => void }

/** Everyone on the departure, grouped by booking, with their tick buttons. */
export function GuideList({ manifest, sheet, isFetching, onReload }: ListProps) {
  const { bookings, date, isCancelled } = manifest
  const { first } = tickDays(date)
  const canTick = !isCancelled && localToday() >= first
  return (
    <section aria-label="Travellers" className="rounded-card border border-line bg-paper px-4 sm:px-6">
      <AttendanceBar bookings={bookings} sheet={sheet} className="sticky top-0 -mx-4 rounded-t-card border-t-0 px-4 sm:-mx-6 sm:px-6" />
      {isCancelled && <Alert className="my-4">This departure is cancelled.</Alert>}
      {!isCancelled && localToday() < first && (
        <Alert kind="info" className="my-4">
          You can check travellers in from {longDay(first)}.
        </Alert>
      )}
      {bookings.length === 0 && <p className="py-6">No confirmed bookings.</p>}
      <ul className="divide-y divide-line">
        {bookings.map((booking) => (
          <Party key={booking.id} booking={booking} sheet={sheet} canTick={canTick} />
        ))}
      </ul>
      <div className="border-t border-line py-3">
        <Button variant="quiet" size="small" className="min-h-11" isBusy={isFetching} onClick={onReload}>
          <RefreshCw aria-hidden="true" className="size-4" /> Refresh list
        </Button>
      </div>
    </section>
  )
}

type PartyProps = { booking: GuideManifest['bookings'][number]; sheet: TickSheet; canTick: boolean }

function Party({ booking, sheet, canTick }: PartyProps) {
  const { id, guests, travellers, contact } = booking
  return (
    <li className="py-3">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 font-sans text-base font-semibold tracking-normal">
        <span className="min-w-0 wrap-anywhere">
          {contact.name}
          <span className="text-sm font-normal text-ink-soft">, {guests === 1 ? '1 person' : `${guests} people`}</span>
        </span>
        {contact.phone && <PhoneLink phone={contact.phone} />}
      </h2>
      <ul>
        {Array.from({ length: guests }, (_, index) => (
          <TickedSeat
            key={index}
            name={travellerName(booking, index + 1)}
            isNamed={travellers[index] !== undefined}
            state={sheet.stateOf(id, index + 1)}
            canTick={canTick}
            onTick={(to) => sheet.tick(id, index + 1, to)}
          />
        ))}
      </ul>
    </li>
  )
}
