import type { MailState } from '#shared/mails/staff.ts'
import { classNames } from '#web/lib/class-names.ts'
import { STATE_LOOKS } from './mail-texts.ts'

/** A state in words, with a colour that says the same. */
export function MailStateMark({ state }: { state: MailState }) {
  const { name, look, dot } = STATE_LOOKS[state]
  return (
    <span
      className={classNames('inline-flex items-center gap-1.5 rounded-pill px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap', look)}
    >
      <span aria-hidden="true" className={classNames('size-2 rounded-pill', dot)} />
      {name}
    </span>
  )
}
