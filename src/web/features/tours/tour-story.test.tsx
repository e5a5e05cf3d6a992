import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TourOverview } from './tour-story.tsx'

it('shows tags as words, not as the search spells them', () => {
  const markup = renderToStaticMarkup(<TourOverview tour={{ id: 't1', tags: ['city-tour', 'food'] }} />)
  expect(markup).toContain('>city tour<')
  expect(markup).toContain('>food<')
})
