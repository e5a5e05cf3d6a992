import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { MIN_GROUP_DAYS } from '#shared/tours/staff.ts'
import { Panel } from '#web/components/panel.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { FollowsFromOptions } from './selling-line.tsx'
import type { SectionProps } from './tour-form.ts'

export function GroupSection({ form: { field }, tour }: SectionProps & { /** As saved. */ tour: StaffTourDetails }) {
  const { withOwnCapacity, mostTaken } = tour.departures
  return (
    <Panel title="Group and duration">
      <div className="grid gap-4 sm:grid-cols-3">
        {tour.selling ? (
          <FollowsFromOptions tourId={tour.id} label="Maximum group size" value={String(tour.fields.maxPeople)} />
        ) : (
          <TextField
            {...field('maxPeople')}
            label="Maximum group size"
            inputMode="numeric"
            autoComplete="off"
            hint={mostTaken > 0 ? `Up to ${mostTaken} seats are already taken on one date.` : 'Seats on each date.'}
          />
        )}
        <TextField
          {...field('leastGroup')}
          label="Minimum group size"
          isOptional
          inputMode="numeric"
          autoComplete="off"
          hint={`If it isn’t reached, a task opens ${MIN_GROUP_DAYS} days before.`}
        />
        <TextField {...field('duration')} label="Duration in days" inputMode="numeric" autoComplete="off" />
      </div>
      <p className="mt-4 text-ink-soft">
        Each date has this many seats, but never fewer than are sold or held.
        <span>
          {withOwnCapacity > 0 && ` ${withOwnCapacity === 1 ? '1 date keeps' : `${withOwnCapacity} dates keep`} the capacity set by staff.`}
        </span>
      </p>
    </Panel>
  )
}
