import { brand } from '#shared/brand.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { AboutSection } from './home/about-section.tsx'
import { HeroSlider } from './home/hero-slider.tsx'
import { ToolSection } from './home/tool-section.tsx'
import { TrendingDestinations } from './home/trending-destinations.tsx'
import { VehicleSection } from './home/vehicle-section.tsx'
import { WantedPageNotice } from './home/wanted-page-notice.tsx'

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
