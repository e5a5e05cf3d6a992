import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand } from '#shared/brand.ts'

export function ContactCards() {
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
