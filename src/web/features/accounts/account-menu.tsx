import { ChevronDown, LogOut, Settings, Ticket } from 'lucide-react'
import { useEffect, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useDisclosure } from '#web/components/disclosure.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useSession } from '#web/lib/session.ts'
import { useSingleCall } from '#web/lib/use-call.ts'
import { Avatar } from './avatar.tsx'
import { leave } from './sign-out.ts'

const entry = 'flex min-h-11 w-full items-center gap-3 rounded-field px-3 text-left hover:bg-sand'

export function AccountMenu() {
  const { name, email, profileImage } = useSession()
  const id = useId()
  const { key } = useLocation()
  const { run: logOut } = useSingleCall(leave)
  const { isOpen, setIsOpen, container, onBlur } = useDisclosure<HTMLDivElement>()
  useEffect(() => setIsOpen(false), [key, setIsOpen])

  return (
    <div ref={container} onBlur={onBlur} className="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 items-center gap-2.5 rounded-pill p-0.5 font-medium transition-colors hover:bg-sand-deep/70 sm:pr-3"
      >
        <Avatar name={name} image={profileImage} />
        <span className="sr-only">{name ? `${name}’s account` : 'Your account'}</span>
        <span aria-hidden="true" className="hidden max-w-36 truncate sm:block">
          <PersonName name={name} />
        </span>
        <ChevronDown aria-hidden="true" className={classNames('hidden size-4 transition-transform sm:block', isOpen && 'rotate-180')} />
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className="appear absolute top-full right-0 z-30 mt-2 w-64 rounded-card border border-line bg-paper p-2 shadow-lift"
      >
        <div className="mb-2 border-b border-line px-3 pt-1.5 pb-3">
          <p className="truncate font-semibold">
            <PersonName name={name} />
          </p>
          <p translate="no" className="truncate text-sm text-ink-soft">
            {email}
          </p>
        </div>
        <ul>
          <li>
            <Link to={pages.settings} className={entry}>
              <Settings aria-hidden="true" className="size-4.5 text-ink-soft" /> Settings
            </Link>
          </li>
          <li>
            <Link to={pages.bookings} className={entry}>
              <Ticket aria-hidden="true" className="size-4.5 text-ink-soft" /> My Bookings
            </Link>
          </li>
          <li>
            <button type="button" onClick={() => logOut()} className={entry}>
              <LogOut aria-hidden="true" className="size-4.5 text-ink-soft" /> Logout
            </button>
          </li>
        </ul>
      </div>
    </div>
  )
}

const LEFT_TO_RIGHT =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}]/u

/** Isolates the text direction of a name: mixed scripts keep the page's direction, a purely Hebrew or Arabic name its own. */
function PersonName({ name }: { name: string | null }) {
  return <bdi dir={name !== null && LEFT_TO_RIGHT.test(name) ? 'ltr' : 'auto'}>{name}</bdi>
}
