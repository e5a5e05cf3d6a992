import type { StaffMail } from '#shared/mails/staff.ts'
import { classNames } from '#web/lib/class-names.ts'
import { lookOf } from './mail-texts.ts'

export function MailStateMark({ mail }: { mail: Pick<StaffMail, 'state' | 'failure'> }) {
  const { name, look, dot } = lookOf(mail)
  return (
    <span
      className={classNames('inline-flex items-center gap-1.5 rounded-pill px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap', look)}
    >
      <span aria-hidden="true" className={classNames('size-2 rounded-pill', dot)} />
      {name}
    </span>
  )
}
