import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function NotFoundPage() {
  usePageTitle('Page Not Found')
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    void navigate(`${pages.destinations}?search=${encodeURIComponent(words.trim())}`)
  }
  return (
    <div className="page-width section-space grid flex-1 items-center gap-10 md:grid-cols-2 md:gap-16">
      <div>
        <p className="font-display text-[clamp(4.5rem,12vw,9rem)] leading-none font-semibold text-coral">404</p>
        <h1 className="mt-4 text-3xl">Page Not Found</h1>
        <p className="mt-4 max-w-text text-lg text-balance text-ink-soft">The page you are looking for does not exist.</p>
        <form role="search" aria-label="Tours" onSubmit={search} className="mt-8 flex max-w-md flex-wrap items-end gap-3">
          <TextField
            label="Search our tours"
            name="search"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            type="search"
            required
            enterKeyHint="search"
            placeholder="Kyoto, beach, 7 days …"
            className="grow basis-60"
          />
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </form>
        <ButtonLink to="/" className="mt-6">
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
