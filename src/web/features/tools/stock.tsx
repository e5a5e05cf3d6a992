import { classNames } from '#web/lib/class-names.ts'

/** Specification §4. */
export function Stock({ isAvailable }: { isAvailable: boolean }) {
  return (
    <span className={classNames('inline-flex items-center gap-1.5 text-sm font-semibold', isAvailable ? 'text-sea' : 'text-danger')}>
      <span aria-hidden="true" className="size-2 rounded-pill bg-current" />
      {isAvailable ? 'In Stock' : 'Out of Stock'}
    </span>
  )
}
