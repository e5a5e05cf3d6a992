import { Mail, MapPin } from 'lucide-react'
import { brand } from '#shared/brand.ts'
import { SocialLinks } from './social-links.tsx'

export function TopBar() {
  return (
    <div className="on-ink bg-night text-on-night">
      <div className="page-width flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-xs">
        <div className="flex min-w-0 flex-1 basis-32 items-center gap-x-6">
          <a href={`mailto:${brand.email}`} className="flex min-h-11 min-w-0 items-center gap-2 hover:text-white hover:underline">
            <Mail aria-hidden="true" className="size-4 shrink-0 text-sun" />
            <span className="truncate">{brand.email}</span>
          </a>
          <span className="hidden items-center gap-2 sm:flex">
            <MapPin aria-hidden="true" className="size-4 shrink-0 text-sun" />
            {brand.address}
          </span>
        </div>
        <SocialLinks className="-mr-2 hidden xs:flex" />
      </div>
    </div>
  )
}
