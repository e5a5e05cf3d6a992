import { Link } from 'react-router'
import { formatMoney, toMoney } from '#shared/money.ts'
import { consolePages } from '#shared/pages.ts'
import type { ReadQuoteDetails } from '#shared/quotes/staff.ts'
import { Panel } from '#web/components/panel.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { momentText } from '#web/lib/moments.ts'

/** How a request was decided: by whom, when and why, newest first. Nothing is decided after payment. */
export function QuoteHistory({ quote }: { quote: ReadQuoteDetails }) {
  const { id, decisions, paid, currency, createdAt, contact } = quote
  return (
    <Panel title="History">
      <ol className="space-y-4 border-l-2 border-line pl-4">
        {paid && (
          <li className="relative">
            <Dot look="bg-sea" />
            <p>
              <span className="font-semibold">Paid</span> {formatMoney(toMoney(paid.amount, currency), 'if any')} ·{' '}
              <Link to={consolePages.booking(id)} className="text-link inline-flex min-h-6 items-center">
                Open the booking
              </Link>
            </p>
            <p className="text-xs text-ink-soft">{momentText(paid.at)}</p>
          </li>
        )}
        {decisions.toReversed().map(({ decision, price, version, reason, decidedAt, by }) => (
          <li key={decidedAt} className="relative">
            <Dot look={decision === 'approved' ? 'bg-sea' : 'bg-danger'} />
            <p>
              <span className="font-semibold">{decision === 'approved' ? 'Approved' : 'Declined'}</span>
              <span>{decision === 'approved' && ` at ${formatMoney(toMoney(price, currency), 'if any')}`}</span> by {by ?? 'unknown'}
              {version > 1 && decision === 'approved' && <span className="text-ink-soft"> · version {version}</span>}
            </p>
            {reason && <p className="max-w-text wrap-anywhere whitespace-pre-line">“{reason}”</p>}
            <p className="text-xs text-ink-soft">{momentText(decidedAt)}</p>
          </li>
        ))}
        <li className="relative">
          <Dot look="bg-sun" />
          <p>
            <span className="font-semibold">Requested</span> by {contact.name}
          </p>
          <p className="text-xs text-ink-soft">{momentText(createdAt)}</p>
        </li>
      </ol>
    </Panel>
  )
}

function Dot({ look }: { look: string }) {
  return (
    <span aria-hidden="true" className={classNames('absolute top-1.5 -left-[1.4375rem] size-3 rounded-pill border-2 border-paper', look)} />
  )
}
