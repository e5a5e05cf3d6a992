import { Mail, Phone } from 'lucide-react'
import { brand } from '#shared/brand.ts'
import { ButtonAnchor } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function VehiclePricePage() {
  usePageTitle('Vehicle Service')
  return (
    <div className="page-width section-space grid flex-1 items-center gap-10 md:grid-cols-2 md:gap-16">
      <div>
        <p className="eyebrow mb-3">Moving and vehicle hire</p>
        <h1 className="text-3xl">Vehicle Service</h1>
        <p className="mt-4 max-w-text text-lg text-ink-soft">Online quotes open soon; call or write to us.</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonAnchor href={brand.phoneHref}>
            <Phone aria-hidden="true" className="size-4.5" /> {brand.phone}
          </ButtonAnchor>
          <ButtonAnchor href={`mailto:${brand.email}`} variant="secondary">
            <Mail aria-hidden="true" className="size-4.5" /> {brand.email}
          </ButtonAnchor>
        </div>
      </div>
      <Picture priority picture={ART.van1} sizes="(min-width: 48rem) 50vw, 100vw" className="aspect-4/3 rounded-card" />
    </div>
  )
}
