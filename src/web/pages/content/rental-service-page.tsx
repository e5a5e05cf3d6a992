import { Check } from 'lucide-react'
import { useId } from 'react'
import { pages } from '#shared/pages.ts'
import { Picture } from '#web/components/picture.tsx'
import { RENTAL_SERVICES } from '#web/pages/layout/menus.ts'
import { SELF_DRIVE, WITH_DRIVER } from '#web/texts/rental-services.ts'
import { contactAbout } from './contact-link.ts'
import { ContentPage } from './content-page.tsx'

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
