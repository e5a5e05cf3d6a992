import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { brand } from '#shared/brand.ts'
import { EnquiryForm } from '#web/features/enquiries/enquiry-form.tsx'
import { readAbout } from '#web/features/enquiries/enquiry-draft.ts'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { PictureHeading } from './content/page-heading.tsx'

export function ContactPage() {
  usePageTitle('Contact Us')
  const [params] = useSearchParams()
  const about = readAbout(params)
  return (
    <>
      <PictureHeading
        title="Contact Us"
        lead="A question about a tour, a van for the weekend or a drill for a shelf? Our team in London reads and answers every message."
        trail={undefined}
        picture={{ record: ART.about, focus: 'object-[50%_62%] lg:object-[50%_32%]' }}
      />
      <div className="page-width grid grid-cols-1 gap-8 py-10 md:py-16 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-12">
        <div className="rounded-card bg-paper p-6 shadow-card sm:p-10">
          <EnquiryForm key={about} about={about} />
        </div>
        <ContactCards />
      </div>
    </>
  )
}

function ContactCards() {
  return (
    <ul aria-label="Ways to reach us" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <Card icon={<Phone />} title="Phone">
        <a href={brand.phoneHref} className="text-link inline-flex min-h-11 items-center">
          {brand.phone}
        </a>
      </Card>
      <Card icon={<Mail />} title="Email">
        <a href={`mailto:${brand.email}`} className="text-link inline-flex min-h-11 items-center wrap-anywhere">
          {brand.email}
        </a>
      </Card>
      <Card icon={<MapPin />} title="Address">
        <p className="py-2.5">{brand.address}</p>
      </Card>
      <Card icon={<Clock />} title="Opening hours">
        <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,auto)] justify-start gap-x-4 py-2.5 text-sm">
          {brand.openingHours.map(({ days, hours }) => (
            <div key={days} className="contents">
              <dt>{days}</dt>
              <dd className="tabular-nums">{hours}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </ul>
  )
}

function Card({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap gap-4 rounded-card bg-paper p-5 shadow-card">
      <span
        aria-hidden="true"
        className="flex size-11 shrink-0 items-center justify-center rounded-pill bg-sea-tint text-sea [&_svg]:size-5"
      >
        {icon}
      </span>
      <div className="min-w-0 grow basis-40">
        <h2 className="text-xl">{title}</h2>
        {children}
      </div>
    </li>
  )
}
