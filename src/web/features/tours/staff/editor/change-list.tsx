import type { TourChange } from '#shared/tours/changes.ts'
import { momentText } from '#web/lib/moments.ts'
import { fieldNames } from './merged-fields.ts'

export function ChangeList({ changes }: { changes: readonly TourChange[] }) {
  return (
    <ol className="divide-y divide-line">
      {changes.map((change) => (
        <li key={change.version} className="py-2">
          <p>
            <span className="font-semibold">{change.by ?? 'Deleted account'}</span> {deed(change)}
          </p>
          <p className="text-xs text-ink-soft">{momentText(change.at)}</p>
        </li>
      ))}
    </ol>
  )
}

function deed({ change, fields }: TourChange): string {
  if (change === 'edited') return `changed ${fieldNames(fields)}`
  return { created: 'created the tour', published: 'published it', deactivated: 'unpublished it' }[change]
}
