import { Link } from 'react-router'
import { formatMoney, toMoney } from '#shared/money.ts'
import { createTour } from '#shared/tours/staff-calls.ts'
import { createTourBodySchema, type StaffTour, type StaffTourDetails } from '#shared/tours/staff.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Picture } from '#web/components/picture.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { agoText } from '#web/lib/moments.ts'
import { useSend } from '#web/lib/use-send.ts'
import { durationText } from '../tour-view.tsx'
import { TOUR_LIST } from './tour-queries.ts'
import { TourStatusMark } from './tour-status.tsx'

export function StaffTourRow({ tour, to, now }: { tour: StaffTour; to: string; now: number }) {
  const { name, destination, status, duration, basePrice, currency, maxPeople, rating, reviews, cover, updatedAt } = tour
  return (
    <li className="relative grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 px-4 py-3 transition-colors hover:bg-cream sm:px-5 lg:grid-cols-[4.5rem_minmax(0,1.6fr)_minmax(0,0.8fr)_minmax(0,0.8fr)_6.5rem]">
      <span className="aspect-4/3 w-18 overflow-hidden rounded-field bg-sand-deep max-lg:row-span-3 max-lg:self-start">
        {cover && <Picture picture={cover} alt="" sizes="72px" className="h-full w-full" />}
      </span>
      <span className="min-w-0">
        <Link
          to={to}
          data-row
          className="font-semibold before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-3 focus-visible:before:-outline-offset-3 focus-visible:before:outline-coral-deep"
        >
          {name}
        </Link>
        <span className="block text-ink-soft lg:truncate">
          {destination} · {durationText(duration)} · <span className="whitespace-nowrap">up to {maxPeople}</span>
        </span>
      </span>
      <span className="tabular-nums">
        <span className="font-semibold">{formatMoney(toMoney(basePrice, currency), 'if any')}</span>
        <span className="text-xs text-ink-soft max-lg:ml-1 lg:block">per person</span>
      </span>
      <span className="text-ink-soft max-lg:hidden">
        {rating === null ? 'No reviews' : `${rating.toFixed(1)} from ${reviews === 1 ? '1 review' : `${reviews} reviews`}`}
        <span className="block text-xs">changed {agoText(updatedAt, now)}</span>
      </span>
      <span className="lg:justify-self-end">
        <TourStatusMark status={status} />
      </span>
    </li>
  )
}

type Start = { name: string; destination: string }

/** Creates a tour as a draft that travellers do not see. */
export function NewTourDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (tour: StaffTourDetails) => void }) {
  const send = useSend(createTour, TOUR_LIST)
  const form = useCheckedForm<Start, Start>({
    start: { name: '', destination: '' },
    check: (values) => createTourBodySchema.safeParse(values),
    send: async (body) => onCreated(await send({ body })),
  })
  return (
    <FormDialog form={form} size="small" title="New tour" keep="Cancel" act="Create a draft" onClose={onClose}>
      <TextField
        {...form.field('name')}
        data-first
        label="Name"
        autoComplete="off"
        hint="Used in the tour’s web address, which won’t change later."
      />
      <TextField {...form.field('destination')} label="Destination" autoComplete="off" hint="For example, Tokyo, Japan." />
      <p className="text-ink-soft">Travellers will see it once you publish it.</p>
    </FormDialog>
  )
}
