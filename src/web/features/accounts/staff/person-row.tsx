import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { StaffPerson } from '#shared/accounts/staff.ts'
import { dayText } from '#web/lib/moments.ts'
import { Avatar } from '../avatar.tsx'
import { PersonMarks } from './person-marks.tsx'

export function PersonRow({ person, to }: { person: StaffPerson; to: string }) {
  return (
    <li className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-cream">
      <Avatar name={person.name} image={null} className="size-9 text-base!" />
      <div className="grid min-w-0 flex-1 items-center gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)_8rem]">
        <div className="min-w-0">
          <Link
            to={to}
            data-row
            className="font-semibold wrap-anywhere before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-3 focus-visible:before:-outline-offset-3 focus-visible:before:outline-coral-deep"
          >
            {person.name}
          </Link>
          <p className="text-ink-soft max-md:wrap-anywhere md:truncate">{person.email ?? 'No email address'}</p>
        </div>
        <p className="flex flex-wrap items-center gap-1.5">
          <PersonMarks person={person} />
          {person.hasSecondFactor && (
            <span title="Two-step sign-in">
              <ShieldCheck aria-hidden="true" className="size-4 text-sea" />
              <span className="sr-only">Two-step sign-in</span>
            </span>
          )}
        </p>
        <p className="text-ink-soft max-lg:hidden">since {dayText(person.createdAt)}</p>
      </div>
    </li>
  )
}
