import { pages } from '#shared/pages.ts'
import { ART } from '#web/lib/art.ts'
import { SEASONS, TRAVEL_ARTICLES } from '#web/texts/travel-info.ts'
import { ArticlesWithContents } from './articles-with-contents.tsx'
import { contactAbout, ContentPage } from './content-page.tsx'

export function TravelInfoPage() {
  return (
    <ContentPage
      title="Travel Info"
      lead="What we tell our travellers before they go: when to travel, what to pack and who to ask about everything else."
      picture={{ record: ART['destinations-hero'], focus: 'object-[60%_70%]' }}
      next={{
        title: 'Where to?',
        text: 'You know when to go and what to pack. Now for the fun part.',
        action: { title: 'Find a tour', path: pages.destinations },
        other: { title: 'Ask us', path: contactAbout('Travel advice') },
      }}
    >
      <section aria-labelledby="seasons-title">
        <h2 id="seasons-title" className="text-3xl">
          When to go
        </h2>
        <p className="mt-3 max-w-text text-ink-soft">
          The weather doesn’t read brochures, but this is how it usually goes. The months either side of the best ones are quieter and
          nearly as good.
        </p>
        <ul className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-5">
          {SEASONS.map(({ place, best, good, mind }) => (
            <li key={place} className="rounded-card bg-paper p-6 shadow-card">
              <h3 className="text-2xl">{place}</h3>
              <dl className="mt-4 space-y-3">
                <Season label="Best" text={best} isBest />
                <Season label="Also good" text={good} />
                <Season label="Bear in mind" text={mind} />
              </dl>
            </li>
          ))}
        </ul>
      </section>
      <div className="mt-16 border-t border-line pt-14 md:mt-24 md:pt-20">
        <ArticlesWithContents articles={TRAVEL_ARTICLES} />
      </div>
    </ContentPage>
  )
}

function Season({ label, text, isBest = false }: { label: string; text: string; isBest?: boolean }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
      <dd className={isBest ? 'font-semibold text-sea' : ''}>{text}</dd>
    </div>
  )
}
