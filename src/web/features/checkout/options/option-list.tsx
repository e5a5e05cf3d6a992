import type { ReactNode } from 'react'
import { isDay, shortDay, type Day } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import { fromCents } from '#shared/tours/offers/chosen-offer.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { priceText } from '#web/components/price.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { durationText, fewLeftText, seatsLeftText, type TimeLeft } from './option-words.ts'

type GroupProps = { id: string; legend: string; error: string | undefined; className?: string; children: ReactNode }

/** A question of the card with its answers; an error stands under them. */
function ChoiceGroup({ id, legend, error, className, children }: GroupProps) {
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error && `${id}-error`} className="mt-5 min-w-0 scroll-mt-28 rounded-field">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={classNames('grid gap-2', className)}>{children}</div>
      <div aria-live="polite">
        {error !== undefined && (
          <p id={`${id}-error`} className="mt-2 text-sm font-medium text-danger">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

type CardProps = {
  name: string
  value: string
  isChosen: boolean
  isDisabled?: boolean
  onChoose: (value: string) => void
  children: ReactNode
}

/** A large radio button. */
function ChoiceCard({ name, value, isChosen, isDisabled = false, onChoose, children }: CardProps) {
  return (
    <label className="flex min-h-13 cursor-pointer items-start gap-3 rounded-field border border-line-strong px-[min(1rem,4vw)] py-3 transition-colors hover:border-ink has-checked:border-ink has-checked:bg-cream has-checked:ring-1 has-checked:ring-ink has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sand/60 has-disabled:text-ink-soft">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        disabled={isDisabled}
        onChange={() => onChoose(value)}
        className="mt-0.5 size-5 shrink-0 accent-coral-deep"
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  )
}

export const OPTIONS = 'tour-options'

type OptionListProps = {
  selling: Selling
  currency: Currency
  chosen: SellingOption | undefined
  /** The day of the prices. */
  day: Day
  runsOn: (option: SellingOption) => boolean
  legend: string
  error: string | undefined
  onChoose: (id: string) => void
}

/** The options of a tour that has several. */
export function OptionList({ selling, currency, chosen, day, runsOn, legend, error, onChoose }: OptionListProps) {
  if (selling.options.length === 1) return null
  return (
    <ChoiceGroup id={OPTIONS} legend={legend} error={error}>
      {selling.options.map((option) => (
        <ChoiceCard key={option.id} name={OPTIONS} value={option.id} isChosen={option === chosen} onChoose={onChoose}>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold">{option.name}</span>
            <span className="text-sm tabular-nums">
              <span className="text-ink-soft">from</span>{' '}
              <strong className="font-semibold">{priceText({ cents: fromCents(selling, option, day), currency })}</strong>
              {option.groupSteps && <span className="text-ink-soft"> per group</span>}
            </span>
          </span>
          {option.text !== '' && <span className="mt-0.5 block text-sm text-pretty text-ink-soft">{option.text}</span>}
          {isDay(day) && !runsOn(option) && (
            <span className="mt-0.5 block text-sm font-medium text-sun-deep">Not available on {shortDay(day)}</span>
          )}
        </ChoiceCard>
      ))}
    </ChoiceGroup>
  )
}

export const TIMES = 'start-times'

type TimeListProps = {
  option: SellingOption
  /** For a departure without bookings. */
  seats: number | undefined
  chosen: string | undefined
  leftAt: (time: string) => TimeLeft
  /** Whether one that is no longer sold can be chosen all the same. */
  takesLate: boolean
  legend: string
  error: string | undefined
  onChoose: (time: string) => void
}

/** The start times of an option; a single one is stated, not asked for. */
export function TimeList({ option: { startTimes }, seats, chosen, leftAt, takesLate, legend, error, onChoose }: TimeListProps) {
  if (startTimes.length === 0) return null
  if (startTimes.length === 1) {
    return startTimes.map(({ time, minutes }) => (
      <p key={time} className="mt-5">
        <span className="font-semibold">Starts at {time}</span>
        <span className="text-sm text-ink-soft">
          <span>{minutes !== null && ` · ${durationText(minutes)}`}</span>
          <span>{leftAt(time).seatsLeft !== undefined && ` · ${stateText(leftAt(time), seats)}`}</span>
        </span>
      </p>
    ))
  }
  return (
    <ChoiceGroup id={TIMES} legend={legend} error={error} className="grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))]">
      {startTimes.map(({ time, minutes }) => {
        const left = leftAt(time)
        return (
          <ChoiceCard
            key={time}
            name={TIMES}
            value={time}
            isChosen={time === chosen}
            isDisabled={left.hasLeft ? !takesLate : left.seatsLeft === 0}
            onChoose={onChoose}
          >
            <span className="block font-semibold tabular-nums">{time}</span>
            {minutes !== null && <span className="block text-sm text-ink-soft">{durationText(minutes)}</span>}
            <TimeState left={left} seats={seats} />
          </ChoiceCard>
        )
      })}
    </ChoiceGroup>
  )
}

function TimeState({ left, seats }: { left: TimeLeft; seats: number | undefined }) {
  const isFew = !left.hasLeft && fewLeftText(left.seatsLeft, seats) !== undefined
  return (
    <span className={classNames('block text-sm', isFew ? 'font-semibold text-sun-deep' : 'text-ink-soft')}>{stateText(left, seats)}</span>
  )
}

function stateText({ seatsLeft, hasLeft }: TimeLeft, seats: number | undefined): string | undefined {
  if (hasLeft) return 'No longer on sale'
  if (seatsLeft === 0) return 'Sold out'
  return fewLeftText(seatsLeft, seats) ?? (seatsLeft === undefined ? undefined : seatsLeftText(seatsLeft))
}
