import { factTexts } from '#shared/audit/fact-texts.ts'
import type { ReadAuditEntry } from '#shared/audit/staff.ts'
import { ShortIds } from '#web/components/short-ids.tsx'
import { momentText } from '#web/lib/moments.ts'
import { AuditSubject } from './audit-subject.tsx'
import { actionText, actorText, replacedTexts } from './audit-texts.ts'

/** `canSeePeople` decides whether accounts are links. */
export function AuditRow({ entry, canSeePeople }: { entry: ReadAuditEntry; canSeePeople: boolean }) {
  const { id, recordedAt, actor, via, action, subject, networkAddress, reason } = entry
  const facts = factTexts(entry)
  return (
    <li
      tabIndex={-1}
      data-row
      aria-labelledby={`entry-${id}`}
      className="grid items-start gap-x-5 gap-y-1 px-4 py-3 sm:px-5 lg:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1.5fr)]"
    >
      <p className="text-ink-soft tabular-nums">
        {momentText(recordedAt)}
        {networkAddress && <span className="text-xs wrap-anywhere max-lg:ml-2 lg:block">{networkAddress}</span>}
      </p>
      <p className="min-w-0">
        <span className="font-semibold wrap-anywhere lg:block">{actorText(entry)}</span>
        {actor?.email && (
          <span translate="no" className="text-ink-soft wrap-anywhere max-lg:ml-2">
            {actor.email}
          </span>
        )}
        {actor && via === 'command_line' && <span className="block text-xs text-ink-soft">on the command line</span>}
      </p>
      <div className="min-w-0">
        <p id={`entry-${id}`} className="font-medium">
          {actionText(action)}
        </p>
        {subject.id !== null && (
          <p className="text-ink-soft wrap-anywhere">
            <AuditSubject subject={subject} canSeePeople={canSeePeople} />
          </p>
        )}
        {reason && <p className="max-w-text wrap-anywhere">“{reason}”</p>}
        {facts.length > 0 && (
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {facts.map((fact) => (
              <li key={fact} className="rounded-[6px] bg-sand px-2 py-0.5 text-xs wrap-anywhere">
                <ShortIds text={fact} of="the item" />
              </li>
            ))}
          </ul>
        )}
        {replacedTexts(entry).map((text) => (
          <ReplacedText key={text.name} {...text} />
        ))}
      </div>
    </li>
  )
}

function ReplacedText({ name, before, after }: { name: string; before: string; after: string }) {
  return (
    <details className="mt-1.5">
      <summary className="text-xs font-semibold">{name}: before and after</summary>
      <dl className="mt-1.5 grid gap-2 text-xs sm:grid-cols-2">
        {[
          ['Before', before],
          ['After', after],
        ].map(([when, text]) => (
          <div key={when} className="min-w-0 rounded-[6px] bg-sand px-2.5 py-2">
            <dt className="font-semibold text-ink-soft">{when}</dt>
            <dd className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-line">{text === '' ? 'Nothing' : text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
