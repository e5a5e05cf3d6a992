import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { NO_FILTERS } from './tour-filters.ts'
import { UNREFINED } from './tour-refine.tsx'
import { TourResults } from './tour-results.tsx'
import { toursQuery, type useTourSearch } from './use-tour-search.ts'

const TOUR = { id: 't1', name: 'Kyoto', images: [], tags: [], itinerary: [], isActive: true }
const nothing = () => undefined

/** Returns what is shown of a first page of 20 with this total. */
function shown(total: number, isTotalExact: boolean): string {
  const search = {
    filters: NO_FILTERS,
    asked: '',
    isNarrowed: false,
    isReturning: false,
    isServerBusy: false,
    refinement: UNREFINED,
    isOwnSearch: false,
    isAwaited: false,
    tours: Array.from({ length: 20 }, (_, index) => ({ ...TOUR, id: `t${index}` })),
    total,
    isTotalExact,
    understood: {},
    closest: [],
    anyLength: undefined,
    loaderText: undefined,
    search: nothing,
    takeBack: nothing,
    refine: nothing,
    clear: nothing,
    more: { isThere: total > 20, isBusy: false, hasFailed: false, load: nothing },
  } satisfies ReturnType<typeof useTourSearch>
  return renderToStaticMarkup(
    <MemoryRouter>
      <TourResults search={search} onIntent={nothing} />
    </MemoryRouter>,
  )
}

describe('the number of results', () => {
  it('is told exactly as long as it is exact', () => {
    expect(shown(20, true)).toContain('20 tours')
    expect(shown(1000, true)).toContain('Showing 20 of 1000 tours')
  })

  it('is told as more than a thousand beyond that', () => {
    expect(shown(1000, false)).toContain('Showing 20 of 1,000+ tours')
  })
})

describe('the next page', () => {
  const next = (page: number, total: number, isExact: boolean, length = 20) => {
    const last = { data: Array.from({ length }, () => TOUR), page, limit: 20, total, isExact, closest: [], lengthParts: [], understood: {} }
    return toursQuery('').getNextPageParam(last, [last], page, [page])
  }

  it('comes while the total promises more', () => {
    expect([next(1, 21, true), next(2, 40, true)]).toEqual([2, undefined])
  })

  it('comes after every full page while the total is not exact, up to result 10,000', () => {
    expect([next(50, 1000, false), next(499, 1000, false), next(500, 1000, false)]).toEqual([51, 500, undefined])
    expect(next(70, 1000, false, 7)).toBeUndefined()
  })
})
