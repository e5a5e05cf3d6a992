import { Check } from 'lucide-react'
import { useId } from 'react'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'
import { RENTAL_SERVICES } from '#web/pages/layout/menus.ts'
import { QUOTE_STEPS, SELF_DRIVE, WITH_DRIVER } from '#web/texts/rental-services.ts'
import { contactAbout, ContentPage } from './content-page.tsx'

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

function RentalServicePage({ service }: { service: typeof SELF_DRIVE }) {
  const { title, lead, picture, included, yours, notes } = service
  return (
    <ContentPage
      title={title}
      lead={lead}
      trail={[RENTAL_SERVICES]}
      siblings={RENTAL_SERVICES}
      next={{
        title: 'Ready to book?',
        text: 'The first step tells you straight away whether we cover your postcodes. You pay nothing until your quote is approved.',
        action: { title: 'Get a quote', path: pages.vehiclePrice },
        other: { title: 'Ask us', path: contactAbout(title) },
      }}
    >
      <div className="grid gap-6 lg:grid-cols-2 lg:gap-10">
        <Picture
          priority
          picture={picture.record}
          sizes="(min-width: 64rem) 36rem, 92vw"
          className="aspect-4/3 rounded-card"
          imageClassName={picture.focus}
        />
        <div className="flex flex-col justify-center gap-8">
          <Points title="What we bring" points={included} />
          <Points title="What you provide" points={yours} />
        </div>
      </div>
      <dl className="fluid-columns mt-14 gap-x-10 gap-y-8 md:mt-20">
        {notes.map((note) => (
          <div key={note.title} className="border-t-3 border-coral pt-5">
            <dt className="font-display text-xl font-semibold">{note.title}</dt>
            <dd className="mt-2 text-ink-soft">{note.text}</dd>
          </div>
        ))}
      </dl>
    </ContentPage>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ul className="mt-5 space-y-3">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-sea" /> {point}
          </li>
        ))}
      </ul>
    </section>
  )
}

export const SelfDrivePage = () => <RentalServicePage service={SELF_DRIVE} />
export const WithDriverPage = () => <RentalServicePage service={WITH_DRIVER} />
