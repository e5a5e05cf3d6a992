import { Link, useLocation, useSearchParams } from 'react-router'
import { useCurrentInView } from '#web/components/use-current-in-view.ts'
import { classNames } from '#web/lib/class-names.ts'

type Props = {
  label: string
  param: string
  /** Pairs of value and label; the first is the default. */
  options: readonly (readonly [value: string, name: string])[]
}

/** The selected option; the first if the address names none or an unknown one. */
export function useFilter({ param, options }: Pick<Props, 'param' | 'options'>): string {
  const asked = useSearchParams()[0].get(param)
  return options.find(([value]) => value === asked)?.[0] ?? options[0]?.[0] ?? ''
}

/** Links shown as pills, one of them selected; they keep the rest of the address. */
export function FilterLinks({ label, param, options }: Props) {
  const chosen = useFilter({ param, options })
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const row = useCurrentInView(chosen)
  const addressOf = (value: string) => {
    const next = new URLSearchParams(params)
    next.set(param, value)
    if (value === options[0]?.[0]) next.delete(param)
    return next.size === 0 ? pathname : `${pathname}?${next.toString()}`
  }
  return (
    <nav ref={row} aria-label={label} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-1.5 sm:w-auto sm:flex-wrap">
        {options.map(([value, name]) => (
          <li key={value} className="shrink-0">
            <Link
              to={addressOf(value)}
              aria-current={value === chosen ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-10 items-center pointer-coarse:min-h-11 rounded-pill border px-4 font-semibold',
                value === chosen ? 'border-ink bg-ink text-paper' : 'border-line bg-paper text-ink-soft hover:border-ink hover:text-ink',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
