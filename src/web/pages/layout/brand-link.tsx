import { Link } from 'react-router'
import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'

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
