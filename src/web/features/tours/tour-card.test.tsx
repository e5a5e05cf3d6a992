import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { TourCard } from './tour-card.tsx'
import type { TourResponse } from './tour-view.tsx'

function shown(tour: Partial<TourResponse>, note?: string): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <TourCard tour={{ id: 't1', name: 'Kyoto', ...tour }} query="" note={note} isPriority={false} onIntent={() => undefined} />
    </MemoryRouter>,
  )
}

test('a card says when a tour departs, unless it does so daily', () => {
  expect(shown({ runs: { kind: 'weekdays', weekdays: [1, 4] } })).toContain('Departs on Mondays and Thursdays')
  expect(shown({})).not.toContain('Depart')
})

test('as the server writes it, a card leads to an address that robots follow', () => {
  expect(shown({})).toContain('href="/trips/t1"')
})

test('a card says what else matters', () => {
  expect(shown({}, 'Free cancellation until 10 Dec 2026')).toContain('Free cancellation until 10 Dec 2026')
})
