import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import type { Activity } from '#web/features/tours/tour-filters.ts'
import { ART } from '#web/lib/art.ts'
import { classNames } from '#web/lib/class-names.ts'
import { EXPERIENCES, OTHER_SEARCHES } from '#web/texts/experiences.ts'
import { contactAbout, ContentPage } from './content-page.tsx'

const toursOf = (activity: Activity) => `${pages.destinations}?activity=${activity}`

/** Activities, each linking to a search for its tours. */
export function ExperiencesPage() {
  return (
    <ContentPage
      title="Experiences"
      lead="Some people choose a place. Others know what they want to do there. This page is for the others."
      picture={{ record: ART['hero-travel'], focus: 'object-[78%_50%]' }}
      next={{
        title: 'Something else in mind?',
        text: 'Cooking, cranes, cherry blossom, a train across a continent: tell us and we’ll find someone who can take you.',
        action: { title: 'Tell us', path: contactAbout('A tour of our own') },
        other: { title: 'Travel info', path: pages.travelInfo },
      }}
    >
      <div className="space-y-16 md:space-y-24">
        {EXPERIENCES.map(({ activity, title, text, notes, picture }, index) => (
          <section key={activity} aria-labelledby={`experience-${activity}`} className="grid items-center gap-8 lg:grid-cols-2 lg:gap-16">
            <Picture
              picture={picture.record}
              alt={picture.alt}
              sizes="(min-width: 64rem) 36rem, 92vw"
              className={classNames('aspect-4/3 rounded-card', index % 2 === 1 && 'lg:order-last')}
              imageClassName={picture.focus}
            />
            <div>
              <h2 id={`experience-${activity}`} className="text-3xl">
                {title}
              </h2>
              <p className="mt-4 max-w-text text-lg">{text}</p>
              <ul className="mt-5 max-w-text list-disc space-y-2 pl-5 text-ink-soft">
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
              <ButtonLink to={toursOf(activity)} className="mt-7">
                See these tours
              </ButtonLink>
            </div>
          </section>
        ))}
      </div>
      <section aria-labelledby="other-searches-title" className="mt-20 border-t border-line pt-12 md:mt-28">
        <h2 id="other-searches-title" className="text-2xl">
          Or look for
        </h2>
        <ul className="mt-5 flex flex-wrap gap-3">
          {OTHER_SEARCHES.map((word) => (
            <li key={word}>
              <Link
                to={`${pages.destinations}?search=${word.toLowerCase()}`}
                className="inline-flex min-h-11 items-center rounded-pill border border-line-strong bg-paper px-5 font-semibold hover:border-ink"
              >
                {word}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </ContentPage>
  )
}
