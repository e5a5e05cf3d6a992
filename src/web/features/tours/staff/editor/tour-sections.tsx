import { refundLines } from '#shared/refunds/lines.ts'
import { DIFFICULTIES, DIFFICULTY_NAMES } from '#shared/tours/facts.ts'
import { MAX_TOUR_PICTURES, MIN_GROUP_DAYS, type StaffTourDetails } from '#shared/tours/staff.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { Panel } from '#web/components/panel.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { redescribed, type SectionProps, type TourDraft } from './tour-draft.ts'
import { PictureList } from './picture-list.tsx'
import { FollowsFromOptions } from './price-section.tsx'

export function TextSection({ form: { field } }: SectionProps) {
  return (
    <Panel title="Text">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('name')} label="Name" autoComplete="off" className="sm:col-span-2" />
        <TextField {...field('destination')} label="Destination" autoComplete="off" />
        <TextField {...field('tourType')} label="Type" autoComplete="off" hint="For example, small group or private." />
        <TextArea {...field('overview')} label="Overview" rows={6} className="sm:col-span-2" />
        <TextArea {...field('tags')} label="Tags" rows={4} hint="One per line. Travellers can search for them." className="sm:col-span-2" />
        <TextArea {...field('termsAndConditions')} label="Terms and conditions" rows={6} className="sm:col-span-2" />
      </div>
    </Panel>
  )
}

export function PictureSection({ form }: SectionProps) {
  return (
    <Panel title="Pictures">
      <p className="mb-3 text-ink-soft">The first one is the cover. Each needs a description for people who can’t see it.</p>
      <PictureList
        pictures={form.values.images}
        most={MAX_TOUR_PICTURES}
        onChange={(images) => form.adopt((now) => ({ images: images(now.images) }))}
        onDescribed={(picture) => form.adopt((now) => redescribed(now, picture))}
      />
    </Panel>
  )
}

/** The refund policy, with a preview of the sentences that travellers read. */
export function PolicySection({ form: { field, values } }: SectionProps) {
  const lines = policyLines(values.refundPolicy)
  return (
    <Panel title="Refund policy">
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          {...field('refundPolicy.fullRefundDays')}
          label="Full refund until"
          inputMode="numeric"
          autoComplete="off"
          hint="days before"
        />
        <TextField
          {...field('refundPolicy.partialRefundDays')}
          label="Partial refund until"
          inputMode="numeric"
          autoComplete="off"
          hint="days before"
        />
        <TextField
          {...field('refundPolicy.partialRefundPercentage')}
          label="Partial refund"
          inputMode="numeric"
          autoComplete="off"
          hint="per cent"
        />
      </div>
      <div role="status" className="mt-4 rounded-field bg-sand px-4 py-3">
        <p className="text-xs text-ink-soft">Travellers will see</p>
        {lines.length === 0 ? <p>Fill in all three numbers.</p> : lines.map((line) => <p key={line}>{line}</p>)}
      </div>
    </Panel>
  )
}

/** The policy as travellers read it; empty while its numbers are invalid. */
function policyLines(policy: TourDraft['refundPolicy']): string[] {
  const texts = [policy.fullRefundDays, policy.partialRefundDays, policy.partialRefundPercentage.replace('%', '')]
  const numbers = texts.map(typedWhole).map((number) => (number >= 0 && number <= 999 ? number : Number.NaN))
  const [fullRefundDays = 0, partialRefundDays = 0, partialRefundPercentage = 0] = numbers
  return numbers.some(Number.isNaN) ? [] : refundLines({ fullRefundDays, partialRefundDays, partialRefundPercentage })
}

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

const OPTIONS = DIFFICULTIES.map((difficulty) => ({ value: difficulty, label: DIFFICULTY_NAMES[difficulty] }))

export function FactSection({ form: { field, choice } }: SectionProps) {
  return (
    <Panel title="Facts">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextArea {...field('facts.included')} label="Included" isOptional rows={4} hint="One per line." />
        <TextArea {...field('facts.notIncluded')} label="Not included" isOptional rows={4} hint="One per line." />
        <TextField {...field('facts.meetingPoint')} label="Meeting point" isOptional autoComplete="off" />
        <TextField {...field('facts.startTime')} label="Start" isOptional type="time" hint="Local time." />
        <SelectField
          {...choice('facts.difficulty')}
          label="Difficulty"
          isOptional
          options={OPTIONS}
          placeholder="Not specified"
          clearable
        />
        <TextField
          {...field('facts.leastAge')}
          label="Minimum age"
          isOptional
          inputMode="numeric"
          autoComplete="off"
          hint="Advisory only: no one is refused."
        />
        <TextArea {...field('facts.guideLanguages')} label="Guide’s languages" isOptional rows={3} hint="One language per line." />
      </div>
    </Panel>
  )
}
