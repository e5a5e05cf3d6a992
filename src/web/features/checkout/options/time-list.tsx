import type { SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { classNames } from '#web/lib/class-names.ts'
import { ChoiceCard, ChoiceGroup } from './choice-card.tsx'
import { durationText, fewLeftText, seatsLeftText } from './option-words.ts'

export const TIMES = 'start-times'

/** What is left at a start time; undefined while that is not known. */
export type TimeLeft = { seatsLeft: number | undefined; hasLeft: boolean }

type Props = {
  option: SellingOption
  /** Of a departure of which nobody has booked any. */
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
export function TimeList({ option: { startTimes }, seats, chosen, leftAt, takesLate, legend, error, onChoose }: Props) {
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
