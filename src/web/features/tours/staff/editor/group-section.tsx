import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { LEAST_GROUP_DAYS } from '#shared/tours/staff.ts'
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
          <FollowsFromOptions tourId={tour.id} label="Largest group" value={String(tour.fields.maxPeople)} />
        ) : (
          <TextField
            {...field('maxPeople')}
            label="Largest group"
            inputMode="numeric"
            autoComplete="off"
            hint={mostTaken > 0 ? `Up to ${mostTaken} are taken on one date.` : 'Seats on each date.'}
          />
        )}
        <TextField
          {...field('leastGroup')}
          label="Least group"
          isOptional
          inputMode="numeric"
          autoComplete="off"
          hint={`Below it, a task ${LEAST_GROUP_DAYS} days before.`}
        />
        <TextField {...field('duration')} label="Duration in days" inputMode="numeric" autoComplete="off" />
      </div>
      <p className="mt-4 text-ink-soft">
        Dates follow the largest group, never below what is sold or held.
        {withOwnCapacity > 0 &&
          ` ${withOwnCapacity === 1 ? '1 date keeps' : `${withOwnCapacity} dates keep`} the capacity that staff have set.`}
      </p>
    </Panel>
  )
}
