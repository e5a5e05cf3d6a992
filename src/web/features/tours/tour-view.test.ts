import { describe, expect, it } from 'vitest'
import { tourSchema } from '#shared/tours/public.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { basePriceOf, toTourCard } from './tour-view.tsx'

describe('a tour card', () => {
  it('falls back for a response that lacks the fields', () => {
    const card = toTourCard({ id: 't1' })
    expect(card.overview).toBe('Explore this amazing destination with carefully curated experiences.')
    expect(card.rating).toEqual({ score: '4.8', reviews: 127 })
    expect(card.price).toEqual({ cents: 29_900, currency: 'usd' })
    expect(card.picture.filePath).toContain('tour-fallback')
  })

  it('shows a tour that nobody has rated yet as new, not with a made-up rating', () => {
    expect(toTourCard({ id: 't1', rating: null, reviews: 0 }).rating).toBeNull()
  })

  it('shows what the server sends', () => {
    const card = toTourCard({ id: 't1', duration: 1, basePrice: 1245.5, rating: 5, reviews: 3, overview: 'Sea.' })
    expect(card).toMatchObject({
      duration: '1 day',
      price: { cents: 124_550, currency: 'usd' },
      rating: { score: '5.0', reviews: 3 },
      overview: 'Sea.',
    })
  })

  it('is in the currency of the response, and in dollars where it names none that we know', () => {
    expect(toTourCard({ id: 't1', basePrice: 900, currency: 'gbp' }).price).toEqual({ cents: 90_000, currency: 'gbp' })
    expect(toTourCard({ id: 't1', currency: 'gbp' }).price).toEqual({ cents: 29_900, currency: 'gbp' })
    const unknown = readLeniently(tourSchema, { id: 't1', basePrice: '900.50', currency: 'jpy' })
    expect(unknown && basePriceOf(unknown)).toEqual({ cents: 90_050, currency: 'usd' })
    expect(basePriceOf({ id: 't1', basePrice: 900 })).toEqual({ cents: 90_000, currency: 'usd' })
    expect(basePriceOf({ id: 't1', currency: 'gbp' })).toBeUndefined()
  })

  it('keeps a free tour free', () => {
    expect(toTourCard({ id: 't1', basePrice: 0 }).price.cents).toBe(0)
  })
})
