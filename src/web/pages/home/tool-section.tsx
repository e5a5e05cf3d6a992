import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Picture } from '#web/components/picture.tsx'
import { Price } from '#web/components/price.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { TOOLS } from '#web/texts/home.ts'
import { SectionHeading } from './section-heading.tsx'

export function ToolSection() {
  return (
    <section aria-labelledby="tools-title">
      <div className="page-width section-space">
        <SectionHeading
          id="tools-title"
          eyebrow="Tool rental"
          title="Reliable Tool Rental Solutions"
          text="Checked, charged and ready to work, for as long as the job takes."
          more={{ title: 'All tools', path: pages.tools }}
        />
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,50%-0.75rem)),1fr))] gap-x-4 gap-y-8 sm:gap-x-5 lg:grid-cols-[repeat(auto-fill,minmax(min(100%,max(10rem,25%-1rem)),1fr))]">
          {TOOLS.map((tool) => (
            <li key={tool.id} data-delay={tool.delay} className="rise group relative">
              <Picture
                picture={tool.image}
                sizes="(min-width: 76rem) 17rem, (min-width: 64rem) 23vw, 46vw"
                className="aspect-square rounded-card shadow-card transition-shadow duration-300 group-hover:shadow-lift"
                imageClassName="transition-[scale] duration-700 ease-out group-hover:scale-105"
              />
              <p className="mt-4 flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
                {tool.category}
                <Stock isAvailable={tool.available} />
              </p>
              <h3 className="mt-0.5 text-xl">
                <Link to={tool.destination} className="after:absolute after:inset-0 group-hover:text-coral-deep">
                  {tool.name}
                </Link>
              </h3>
              <Price price={tool.price} unit="per day" className="mt-2" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Specification §4. */
function Stock({ isAvailable }: { isAvailable: boolean }) {
  return (
    <span className={classNames('flex items-center gap-1.5 font-semibold', isAvailable ? 'text-sea' : 'text-danger')}>
      <span aria-hidden="true" className="size-2 rounded-pill bg-current" />
      {isAvailable ? 'In Stock' : 'Out of Stock'}
    </span>
  )
}
