import { isStaffRole } from '#shared/accounts/public.ts'
import { ROLE_NAMES, type StaffPerson } from '#shared/accounts/staff.ts'
import { classNames } from '#web/lib/class-names.ts'
import { stateOf } from './person-texts.ts'

const pill = 'inline-flex items-center gap-1.5 rounded-pill px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap'

/** The role and anything unusual about the account, in words and matching colours. */
export function PersonMarks({ person }: { person: StaffPerson }) {
  const state = stateOf(person)
  const isAdmin = person.role === 'admin'
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <span
        className={classNames(
          pill,
          isAdmin ? 'bg-ink text-paper' : isStaffRole(person.role) ? 'bg-sea-tint text-sea-deep' : 'bg-sand-deep text-ink-soft',
        )}
      >
        {ROLE_NAMES[person.role]}
      </span>
      {state && (
        <span className={classNames(pill, state.isBad ? 'bg-danger-tint text-danger-deep' : 'bg-sun-tint text-sun-deep')}>
          <span aria-hidden="true" className={classNames('size-2 rounded-pill', state.isBad ? 'bg-danger' : 'bg-sun')} />
          {state.name}
        </span>
      )}
    </span>
  )
}
