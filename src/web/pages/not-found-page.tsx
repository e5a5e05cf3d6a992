import { ButtonLink } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function NotFoundPage() {
  usePageTitle('Page Not Found')
  return (
    <div className="page-width section-space grid flex-1 items-center gap-10 md:grid-cols-2 md:gap-16">
      <div>
        <p className="font-display text-[clamp(4.5rem,12vw,9rem)] leading-none font-semibold text-coral">404</p>
        <h1 className="mt-4 text-3xl">Page Not Found</h1>
        <p className="mt-4 max-w-text text-lg text-balance text-ink-soft">The page you are looking for does not exist.</p>
        <ButtonLink to="/" className="mt-8">
          Go back to Home
        </ButtonLink>
      </div>
      <Picture
        priority
        picture={ART['not-found']}
        sizes="(min-width: 48rem) 50vw, 100vw"
        className="aspect-4/3 rounded-card"
        imageClassName="object-[68%_50%]"
      />
    </div>
  )
}
