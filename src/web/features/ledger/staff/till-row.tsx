import { longDay } from '#shared/dates.ts'
import type { Till, TillDays } from '#shared/ledger/days.ts'
import { formatProviderMoney } from '#shared/money.ts'
import { Mark } from '#web/components/mark.tsx'
import { momentText } from '#web/lib/moments.ts'
import { CloseTill } from './close-till.tsx'
import { differenceText, movedSinceText } from './till-texts.ts'

type Props = { day: TillDays[number]; canClose: boolean; onDone: (message: string) => void }

/** A day with its cash in each currency, and whether that was counted. */
export function TillRow({ day: { day, isOver, tills }, canClose, onDone }: Props) {
  return (
    <li
      tabIndex={-1}
      data-row
      data-place={`till ${day}`}
      aria-label={longDay(day)}
      className="grid gap-x-5 gap-y-2 px-4 py-3 sm:px-5 md:grid-cols-[8rem_minmax(0,1fr)]"
    >
      <p className="text-ink-soft tabular-nums md:py-2.5">{longDay(day)}</p>
      <ul className="grid gap-y-3">
        {tills.map((till) => (
          <li key={till.currency} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
            <span className="font-semibold tabular-nums sm:min-w-28">{formatProviderMoney(till.ledgerCents, till.currency)}</span>
            {till.closed ? (
              <Closed till={till} closed={till.closed} />
            ) : isOver ? (
              <>
                <Mark tone="waiting">Not closed</Mark>
                {canClose && (
                  <span className="ml-auto">
                    <CloseTill day={day} till={till} onDone={onDone} />
                  </span>
                )}
              </>
            ) : (
              <span className="text-ink-soft">So far today</span>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}

function Closed({ till, closed }: { till: Till; closed: NonNullable<Till['closed']> }) {
  const { countedCents, ledgerCents, note, by, at } = closed
  const difference = differenceText(countedCents, ledgerCents, till.currency)
  const moved = movedSinceText(till)
  return (
    <>
      <Mark tone={difference || moved ? 'bad' : 'good'}>{difference ?? 'Closed'}</Mark>
      <span className="min-w-0 text-ink-soft">
        <span>{difference && `${formatProviderMoney(countedCents, till.currency)} counted by `}</span>
        <span>{!difference && 'by '}</span>
        {by ?? 'a deleted account'}, {momentText(at)}
      </span>
      {moved && <span className="basis-full text-danger">{moved}</span>}
      {note && <span className="basis-full text-ink-soft">“{note}”</span>}
    </>
  )
}
