import { classNames } from '#web/lib/class-names.ts'

/** A grey placeholder; give it the size of the content. Say "loading" once, elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton rounded-field', className)} />
}
