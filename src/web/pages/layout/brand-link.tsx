import { Link } from 'react-router'
import { brand } from '#shared/brand.ts'
import { pages } from '#shared/paths.ts'

export function BrandLink({ isOnInk = false }: { isOnInk?: boolean }) {
  return (
    <Link to={pages.home} aria-label={`${brand.name}, home`} className="inline-flex min-h-11 items-center gap-2.5">
      <img src={isOnInk ? brand.pictures.logoOnInk : brand.pictures.logo} alt="" width={36} height={36} className="size-8 sm:size-9" />
      <span className="font-display text-[1.375rem] leading-none font-semibold tracking-tight sm:text-2xl">{brand.name}</span>
    </Link>
  )
}
