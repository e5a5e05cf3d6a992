import { Link } from 'react-router'
import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import { classNames } from '#web/lib/class-names.ts'

export function SocialLinks({ className }: { className?: string }) {
  return (
    <ul className={classNames('flex flex-wrap items-center', className)}>
      {brand.social.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            aria-label={`${brand.name} on ${name}`}
            className="flex size-11 items-center justify-center rounded-pill transition-colors hover:bg-current/10 md:size-9"
          >
            <svg aria-hidden="true" className="size-4.5 fill-current">
              <use href={`/art/social.svg#${name.toLowerCase()}`} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}

export function BrandLink({ isOnInk = false }: { isOnInk?: boolean }) {
  return (
    <Link to={pages.home} aria-label={`${brand.name}, home`} className="inline-flex min-h-11 items-center gap-2.5">
      <picture>
        {!isOnInk && <source srcSet={brand.pictures.logoOnInk} media="screen and (prefers-color-scheme: dark)" />}
        <img src={isOnInk ? brand.pictures.logoOnInk : brand.pictures.logo} alt="" width={36} height={36} className="size-8 sm:size-9" />
      </picture>
      <span className="font-display text-[1.375rem] leading-none font-semibold tracking-tight sm:text-2xl">{brand.name}</span>
    </Link>
  )
}
