import { Check } from 'lucide-react'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'
import { RENTAL_SERVICES } from '#web/pages/layout/menus.ts'
import { QUOTE_STEPS, SELF_DRIVE, WITH_DRIVER } from '#web/texts/rental-services.ts'
import { ContentPage } from './content-page.tsx'

export function RentalServicesPage() {
  return (
    <ContentPage
      title="Rental Services"
      lead="Vans, trucks and people carriers, with our driver or with you at the wheel. See the price as you go."
      siblings={RENTAL_SERVICES}
      picture={{ record: ART['hero-vehicles'], focus: 'object-[70%_80%]' }}
      next={{
        title: 'What would it cost?',
        text: 'All you need to get started is two postcodes and a date. Prices are in Indian rupees and quotes are free.',
        action: { title: 'Get a quote', path: pages.vehiclePrice },
        other: { title: 'Read the moving guide', path: `${pages.guides}#moving-with-us` },
      }}
    >
      <ul className="grid gap-6 md:grid-cols-2">
        {[SELF_DRIVE, WITH_DRIVER].map(({ title, path, lead, picture, suits }) => (
          <li key={path} className="flex flex-col overflow-hidden rounded-card bg-paper shadow-card">
            <Picture
              picture={picture.record}
              alt=""
              sizes="(min-width: 48rem) 36rem, 92vw"
              className="aspect-16/9"
              imageClassName={picture.focus}
            />
            <div className="flex flex-1 flex-col p-6 sm:p-8">
              <h2 className="text-2xl">{title}</h2>
              <p className="mt-3 text-ink-soft">{lead}</p>
              <ul className="mt-5 mb-8 space-y-2.5">
                {suits.map((text) => (
                  <li key={text} className="flex gap-3">
                    <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-sea" /> {text}
                  </li>
                ))}
              </ul>
              <ButtonLink to={path} variant="secondary" className="mt-auto self-start">
                {title} in detail
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
      <section aria-labelledby="quote-title" className="mt-16 md:mt-24">
        <h2 id="quote-title" className="text-3xl">
          How it works
        </h2>
        <ol className="fluid-columns mt-8 gap-x-10 gap-y-8">
          {QUOTE_STEPS.map(({ title, text }, index) => (
            <li key={title} className="border-t-3 border-coral pt-5">
              <h3 className="text-xl">
                {index + 1}. {title}
              </h3>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </ContentPage>
  )
}
