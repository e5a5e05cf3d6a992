import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import { Picture } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'
import { YEARS_OF_EXPERIENCE } from '#web/texts/home.ts'
import { ABOUT_POINTS, PROMISES, TRADES } from '#web/texts/about.ts'
import { CONTENT_ART } from '#web/lib/content-art.ts'
import { ContentPage } from './content-page.tsx'
import { TextLink } from './rich-text.tsx'

export function AboutPage() {
  return (
    <ContentPage
      title="About Us"
      lead={`A small London agency that has sent people across the world, and their sofas across town, for ${YEARS_OF_EXPERIENCE}+ years.`}
      picture={{ record: CONTENT_ART.pacificCoast, focus: 'object-[40%_40%]' }}
      next={{
        title: 'Come and say hello',
        text: `We are at ${brand.address}. Or start where most people do: by looking at where you could go.`,
        action: { title: 'Find a tour', path: pages.destinations },
        other: { title: 'Contact us', path: pages.contact },
      }}
    >
      <div className="grid items-center gap-10 lg:grid-cols-2 lg:gap-20">
        <div>
          <p className="font-display text-[min(clamp(4rem,12vw,8rem),30vw)] leading-none font-semibold text-coral">
            {YEARS_OF_EXPERIENCE}+
          </p>
          <p className="mt-2 font-display text-xl font-semibold">years of experience</p>
          <div className="mt-6 max-w-text space-y-4 text-lg">
            <p>
              We began with tours. Then a traveller asked if we knew someone with a van, and another wanted to borrow the drill from our
              back room. So now there are three trades on the sign and still one team behind the counter.
            </p>
            <p>
              We stayed small on purpose. The person who answers the phone has read the itinerary, knows the guide and can sort out a
              booking without passing you on.
            </p>
          </div>
        </div>
        <Picture picture={ART.about} sizes="(min-width: 64rem) 34rem, 92vw" className="aspect-square rounded-card" />
      </div>

      <section aria-labelledby="points-title" className="mt-20 md:mt-28">
        <h2 id="points-title" className="text-3xl">
          What you can count on
        </h2>
        <ul className="fluid-columns mt-8 gap-x-10 gap-y-8">
          {ABOUT_POINTS.map(({ title, text }) => (
            <li key={title} className="border-t-3 border-coral pt-5">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="trades-title" className="mt-20 md:mt-28">
        <h2 id="trades-title" className="text-3xl">
          Three trades, one counter
        </h2>
        <ul className="fluid-columns mt-8 gap-6">
          {TRADES.map(({ title, text, picture, link }) => (
            <li key={title} className="overflow-hidden rounded-card bg-paper shadow-card">
              <Picture picture={picture} alt="" sizes="(min-width: 48rem) 24rem, 92vw" className="aspect-4/3" />
              <div className="p-6">
                <h3 className="text-xl">{title}</h3>
                <p className="mt-2 mb-4 text-ink-soft">{text}</p>
                <TextLink to={link.path}>{link.title}</TextLink>
              </div>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="promises-title" className="mt-20 grid gap-x-16 gap-y-6 md:mt-28 lg:grid-cols-[20rem_1fr]">
        <h2 id="promises-title" className="text-3xl">
          How we do business
        </h2>
        <ul className="divide-y divide-line border-y border-line">
          {PROMISES.map((promise) => (
            <li key={promise} className="py-4 text-lg">
              {promise}
            </li>
          ))}
        </ul>
      </section>
    </ContentPage>
  )
}
