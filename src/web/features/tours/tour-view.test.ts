import { describe, expect, it } from 'vitest'
import { toTourCard } from './tour-view.ts'

describe('a tour card', () => {
  it('falls back for an answer that lacks the fields', () => {
    const card = toTourCard({ id: 't1' })
    expect(card.overview).toBe('Explore this amazing destination with carefully curated experiences.')
    expect(card.rating).toEqual({ score: '4.8', reviews: 127 })
    expect(card.price).toBe(299)
    expect(card.picture.filePath).toContain('tour-fallback')
  })

  it('shows a tour that nobody has rated yet as new, not with a made-up rating', () => {
    expect(toTourCard({ id: 't1', rating: null, reviews: 0 }).rating).toBeNull()
  })

  it('shows what the server sends', () => {
    const card = toTourCard({ id: 't1', duration: 1, basePrice: 1245.5, rating: 5, reviews: 3, overview: 'Sea.' })
    expect(card).toMatchObject({ duration: '1 day', price: 1245.5, rating: { score: '5.0', reviews: 3 }, overview: 'Sea.' })
  })

  it('keeps a free tour free', () => {
    expect(toTourCard({ id: 't1', basePrice: 0 }).price).toBe(0)
  })
})
