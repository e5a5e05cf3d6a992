import { useEffect } from 'react'
import { brand } from '#shared/brand.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'
import { useIsOnline } from '#web/components/offline-note.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'

const TITLE = 'This page lost its way'

/** Shown instead of a page that failed to load or render. */
export function ErrorPage() {
  return useIsOnline() ? <OurFault /> : <Offline />
}

/** For a page that is not cached and cannot be loaded; it appears by itself once there is a connection. */
function Offline() {
  usePageTitle('You’re offline')
  useEffect(() => {
    // Browsers do not retry a failed script without a reload.
    const again = () => window.location.reload()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  return (
    <section role="alert" className="page-width section-space min-h-[70vh]">
      <h1 className="text-3xl">You’re offline</h1>
      <p className="mt-4 max-w-text text-ink-soft">
        This page hasn’t loaded yet. It will open as soon as you’re back online. Your bookings aren’t affected.
      </p>
      <ButtonLink to="/" variant="secondary" className="mt-8">
        Go to Home
      </ButtonLink>
    </section>
  )
}

function OurFault() {
  usePageTitle(TITLE)
  return (
    <section role="alert" className="page-width section-space grid items-center gap-10 md:grid-cols-2">
      <div>
        <p className="eyebrow mb-3">Something went wrong</p>
        <h1 className="text-3xl">{TITLE}</h1>
        <p className="mt-4 max-w-text text-ink-soft">
          It’s our fault, or we’ve updated the site. Your bookings aren’t affected. Try again. If it keeps happening, email{' '}
          <a href={`mailto:${brand.email}`} className="text-link">
            {brand.email}
          </a>
          .
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button onClick={() => window.location.reload()}>Try again</Button>
          <ButtonLink to="/" variant="secondary">
            Go to Home
          </ButtonLink>
        </div>
      </div>
      <Picture picture={ART['tour-fallback']} alt="" sizes="(min-width: 48rem) 50vw, 100vw" className="aspect-4/3 rounded-card" />
    </section>
  )
}
