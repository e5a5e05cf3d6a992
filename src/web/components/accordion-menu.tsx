import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'

export type AccordionItem = { title: string; path: string; submenu?: readonly { title: string; path: string }[] }

/** A menu whose groups open in place, one at a time, using `<details name>`. */
export function AccordionMenu({ items, name }: { items: readonly AccordionItem[]; name: string }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li key={item.title}>
          {item.submenu ? (
            <details name={name} className="group">
              <summary className="flex min-h-13 list-none items-center justify-between font-display text-lg font-semibold [&::-webkit-details-marker]:hidden">
                {item.title}
                <ChevronDown aria-hidden="true" className="size-5 text-ink-soft transition-transform group-open:rotate-180" />
              </summary>
              <ul className="pb-3">
                {[{ title: `All ${item.title}`, path: item.path }, ...item.submenu].map((entry) => (
                  <li key={entry.title}>
                    <Link to={entry.path} className="flex min-h-11 items-center pl-4 text-ink-soft hover:text-coral-deep">
                      {entry.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ) : (
            <Link to={item.path} className="flex min-h-13 items-center font-display text-lg font-semibold hover:text-coral-deep">
              {item.title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
