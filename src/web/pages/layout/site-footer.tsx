import { Mail, MapPin, Phone } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { brand } from '#shared/brand.ts'
import { FOOTER_BOTTOM, FOOTER_COLUMNS } from './menus.ts'
import { BrandLink, SocialLinks } from './brand-links.tsx'

const contact = 'flex min-h-11 items-center gap-3 wrap-anywhere hover:text-white'

export function SiteFooter() {
  return (
    <footer className="on-ink bg-night text-on-night-soft print:hidden">
      <div className="page-width grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-6 gap-y-10 pt-14 pb-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.4fr]">
        <div className="col-span-full max-w-xs sm:col-span-1">
          <div className="text-white">
            <BrandLink isOnInk />
          </div>
          <p className="mt-3 text-balance">{brand.promise}</p>
          <SocialLinks className="mt-4 -ml-2 text-on-night" />
        </div>
        {FOOTER_COLUMNS.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className="mb-2 text-lg text-white">{column.title}</h2>
            <ul>
              {column.links.map((link) => (
                <li key={link.title}>
                  <Link to={link.path} className="inline-flex min-h-11 items-center hover:text-white hover:underline">
                    {link.title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="col-span-full min-w-0 sm:col-span-1">
          <h2 className="mb-2 text-lg text-white">Talk to us</h2>
          <a href={brand.phoneHref} className={contact}>
            <Phone aria-hidden="true" className="size-4 shrink-0 text-sun" /> {brand.phone}
          </a>
          <a href={`mailto:${brand.email}`} className={contact}>
            <Mail aria-hidden="true" className="size-4 shrink-0 text-sun" /> {brand.email}
          </a>
          <p className="flex min-h-11 items-center gap-3">
            <MapPin aria-hidden="true" className="size-4 shrink-0 text-sun" /> {brand.address}
          </p>
        </div>
      </div>
      <div className="border-t border-white/15">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 text-sm">
          <p>
            © <CurrentYear /> {brand.name}. All rights reserved.
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {FOOTER_BOTTOM.map((link) => (
              <li key={link.title}>
                <Link to={link.path} className="inline-flex min-h-11 items-center hover:text-white hover:underline">
                  {link.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}

const never = () => () => undefined
const thisYear = () => new Date().getFullYear()

/** The prerendered page contains the year of its build, which is hydrated as it is and then updated (specification §2). */
function CurrentYear() {
  return useSyncExternalStore(never, thisYear, builtIn)
}

function builtIn(): number {
  return Number(import.meta.env?.['VITE_BUILT_IN'] ?? thisYear())
}
