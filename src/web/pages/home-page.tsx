import { ArrowRight, Compass, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { brand } from '#shared/brand.ts'
import { wantedPage } from '#web/lib/access.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSession } from '#web/lib/session.ts'
import { AboutSection } from './home/about-section.tsx'
import { HeroSlider } from './home/hero-slider.tsx'
import { nameOfPage } from './home/page-names.ts'
import { ToolSection, TrendingDestinations, VehicleSection } from './home/offer-sections.tsx'

/** Sections in the order of specification §2; the one it does not name is the about section of specification §1. */
export function HomePage() {
  usePageTitle(brand.tagline)
  return (
    <>
      <h1 className="sr-only">
        {brand.name}: {brand.tagline}
      </h1>
      <WantedPageNotice />
      <HeroSlider />
      <TrendingDestinations />
      <AboutSection />
      <VehicleSection />
      <ToolSection />
    </>
  )
}

/** After a login required by a guard: a link to the page the visitor wanted. */
function WantedPageNotice() {
  const isSignedIn = useSession((session) => session.isAuthenticated)
  const [page, setPage] = useState<string>()
  useEffect(() => setPage(isSignedIn ? wantedPage.find() : undefined), [isSignedIn])
  if (!page) return null

  const close = () => {
    wantedPage.forget()
    setPage(undefined)
  }
  return (
    <div role="status" className="border-b border-line bg-sun-tint">
      <div className="page-width flex items-center gap-3 py-2.5">
        <Compass aria-hidden="true" className="hidden size-5 shrink-0 text-sun-deep sm:block" />
        <p className="min-w-0 flex-1">
          You are signed in.{' '}
          <Link to={page} onClick={wantedPage.forget} className="text-link inline-flex min-h-8 items-center gap-1">
            Continue to {nameOfPage(page)} <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </p>
        <button
          type="button"
          onClick={close}
          aria-label="Dismiss"
          className="flex size-11 shrink-0 items-center justify-center rounded-pill hover:bg-ink/8"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </div>
  )
}
