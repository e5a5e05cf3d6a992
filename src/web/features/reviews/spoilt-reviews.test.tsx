import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { listReviewsResponseSchema } from '#shared/reviews/public.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { NONSENSE, spoilt } from '../../../../tests/support/spoilt.ts'
import { ReviewCard } from './review-card.tsx'
import { ReviewFilterRow, ReviewSummary } from './review-list.tsx'

const REVIEW = {
  id: 'r1',
  tour: { id: 't1', name: 'Kyoto', isOffered: true },
  authorName: 'Ada L.',
  rating: 5,
  text: 'Quiet mornings.',
  travelledIn: '2026-03',
  isDemo: false,
}
const ANSWER = {
  data: [REVIEW, REVIEW],
  page: 1,
  limit: 10,
  total: 2,
  summary: { rating: 5, counts: [{ rating: 5, count: 2 }] },
  tours: [{ id: 't1', name: 'Kyoto', reviews: 2 }],
}

it('shows reviews and their summary whatever their fields are', () => {
  fc.assert(
    fc.property(spoilt(ANSWER), (answer) => {
      const found = readLeniently(listReviewsResponseSchema, answer)
      if (!found) return
      const page = (
        <>
          <ReviewSummary summary={found.summary} total={found.total ?? found.data.length} />
          <ReviewFilterRow filters={{ tour: '', sort: 'newest' }} tours={found.tours} onChange={() => {}} />
        </>
      )
      const parts = [page, ...found.data.map((review) => <ReviewCard key={review.id} review={review} />)]
      for (const part of parts) expect(renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>)).not.toMatch(NONSENSE)
    }),
  )
})
