import { brand } from '#shared/brand.ts'
import type { Day } from '#shared/dates.ts'
import { tripPath } from '#shared/pages.ts'
import { nextRunDays } from '#shared/run-days.ts'
import type { Tour } from '#shared/tours/public.ts'
import { runDaysOf } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import type { PageHead } from '#server/lib/delivery/page-shell.ts'

/** `base` is the site's origin. */
export function tripHead(tour: Tour, base: string, today: Day): PageHead {
  const address = `${base}${tripPath(tour.id)}`
  const [first] = tour.images
  return {
    title: `${tour.name}, ${tour.duration === 1 ? '1 day' : `${tour.duration} days`} in ${tour.destination}`,
    description: tour.overview || brand.description,
    address,
    type: 'product',
    picture: { address: `${base}${first?.filePath ?? brand.pictures.preview}`, alt: first?.alt ?? tour.name },
    jsonLd: tripJsonLd(tour, { address, base, today }),
  }
}

/**
 * Describes a tour for schema.org as both a trip and a product, because search engines show price and rating only for
 * products (developers.google.com/search/docs/appearance/structured-data/product-snippet). Without reviews there is no
 * rating.
 */
function tripJsonLd(tour: Tour, { address, base, today }: { address: string; base: string; today: Day }) {
  const { name, overview, images, tourType, itinerary, rating, reviews } = tour
  const agency = { '@type': 'TravelAgency', name: brand.name, url: `${base}/` }
  const departs = nextRunDays(runDaysOf(tour.runs), today, lastTravelDay(today), 1).length > 0
  return {
    '@context': 'https://schema.org',
    '@type': ['Product', 'TouristTrip'],
    '@id': address,
    url: address,
    name,
    description: overview || brand.description,
    ...(images.length > 0 && { image: images.map(({ filePath }) => `${base}${filePath}`) }),
    ...(tourType !== '' && { touristType: tourType }),
    brand: { '@type': 'Brand', name: brand.name },
    provider: agency,
    ...(itinerary.length > 0 && {
      itinerary: {
        '@type': 'ItemList',
        itemListElement: itinerary.map((day) => ({
          '@type': 'ListItem',
          position: day.dayNumber,
          name: day.title,
          description: day.description,
        })),
      },
    }),
    offers: {
      '@type': 'Offer',
      url: address,
      price: tour.basePrice,
      priceCurrency: tour.currency.toUpperCase(),
      availability: `https://schema.org/${departs ? 'InStock' : 'OutOfStock'}`,
      seller: agency,
    },
    ...(rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: reviews, bestRating: 5, worstRating: 1 },
    }),
  }
}
