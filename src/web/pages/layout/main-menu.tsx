import { ChevronDown } from 'lucide-react'
import { useEffect, useId } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useDisclosure } from '#web/components/disclosure.ts'
import { classNames } from '#web/lib/class-names.ts'
import { menuFor, type MenuItem } from './menus.ts'

const entry =
  'flex min-h-11 items-center gap-1 rounded-pill px-4 font-medium transition-colors hover:bg-sand-deep/70 aria-[current=page]:text-coral-deep'

export function MainMenu() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex items-center gap-1">
        {menuFor(pathname).map((item) => (
          <li key={item.title}>
            {item.submenu ? (
              <Submenu item={item} />
            ) : (
              <NavLink to={item.path} className={entry}>
                {item.title}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Submenu({ item }: { item: MenuItem }) {
  const id = useId()
  const { pathname } = useLocation()
  const { isOpen, setIsOpen, container, onBlur } = useDisclosure<HTMLDivElement>()
  useEffect(() => setIsOpen(false), [pathname, setIsOpen])
  const links = [{ title: `All ${item.title}`, path: item.path }, ...(item.submenu ?? [])]

  return (
    <div ref={container} onBlur={onBlur} className="relative">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)} className={entry}>
        {item.title}
        <ChevronDown aria-hidden="true" className={classNames('size-4 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        className="appear absolute top-full left-0 z-30 mt-2 min-w-52 rounded-card border border-line bg-paper p-2 shadow-lift"
      >
        {links.map((link) => (
          <li key={link.path}>
            <NavLink
              end
              to={link.path}
              className="flex min-h-11 items-center rounded-field px-3 hover:bg-sand aria-[current=page]:text-coral-deep"
            >
              {link.title}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
