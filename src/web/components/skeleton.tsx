import { classNames } from '#web/lib/class-names.ts'

/** A grey shape where content will be; give it the content's size. Say "loading" once, elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton rounded-field', className)} />
}
