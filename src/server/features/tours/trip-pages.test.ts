import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { brand } from '#shared/brand.ts'
import { formatMoney, toMoney } from '#shared/money.ts'
import { pages, tripPath } from '#shared/pages.ts'
import type { SiteResponse } from '../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const TOUR = 'tokyo-and-mount-fuji'
const OTHER = 'loire-by-bicycle'
const HOSTILE = `"Tokyo" & 'Fuji' </script><script>alert("1")</script><!--`
const asPage = { accept: 'text/html' }
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ OPEN_CATALOGUE: '1', PUBLIC_URL: 'https://travel.example' })
})
afterAll(async () => site.close())

const open = async (path: string, headers: Record<string, string> = asPage) => site.visitor().get(path, headers)

/** Returns a page's title, `<meta>` contents by name, canonical address and JSON-LD. */
function headOf({ text }: SiteResponse) {
  const tags = text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return {
    title: /<title>(.*?)<\/title>/.exec(text)?.[1],
    tags: Object.fromEntries(Array.from(tags, ([, name, content]) => [name, content])),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1],
    jsonLd: JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null') as unknown,
  }
}

/** Keeps only `<main>`, because the rest is long. */
const mainOf = ({ text }: SiteResponse) => /<main.*<\/main>/s.exec(text)?.[0] ?? ''

/**
 * What search engines require of a product (developers.google.com/search/docs/appearance/structured-data/product-snippet): a name, and an
 * offer or a rating; an offer has a price and currency, a rating its value and count.
 */
const productSchema = z.object({
  '@context': z.literal('https://schema.org'),
  '@type': z.array(z.string()),
  name: z.string().check(z.minLength(1)),
  description: z.string().check(z.minLength(1)),
  image: z.array(z.url()).check(z.minLength(1)),
  offers: z.object({
    '@type': z.literal('Offer'),
    url: z.url(),
    price: z.number().check(z.positive()),
    priceCurrency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
  }),
  aggregateRating: z.optional(
    z.object({
      '@type': z.literal('AggregateRating'),
      ratingValue: z.number().check(z.gte(1), z.lte(5)),
      reviewCount: z.number().check(z.int(), z.gte(1)),
    }),
  ),
})

test('a tour can be read without a script: name, pictures, overview, days, price, facts, rating, and a way to book', async () => {
  const tour = await site.visitor().tour(TOUR)
  const page = await open(tripPath(TOUR))
  expect(page.status).toBe(200)
  const text = mainOf(page)
  const readable = [tour.name, tour.overview, tour.destination, ...tour.itinerary.flatMap(({ title, description }) => [title, description])]
  for (const words of readable) expect(text).toContain(words.replaceAll('&', '&amp;').replaceAll("'", '&#x27;'))
  expect(text).toContain(`src="${tour.images[0]?.filePath}"`)
  const [withoutScript] = /<noscript>.*<\/noscript>/s.exec(text) ?? []
  expect(withoutScript).toContain(formatMoney(toMoney(tour.basePrice, tour.currency), 'if any'))
  expect(withoutScript).toMatch(/ href="\/#\/destination-details\/tokyo-and-mount-fuji"[^>]*>Choose a date</)
  expect(text).toContain(`${tour.rating?.toFixed(1)}`)
  expect(page.text.includes(`<html data-page="${pages.destinationDetails(TOUR)}"`)).toBe(true)
})

test('it is protected as the home page is, and runs no other inline script', async () => {
  const { headers } = await open(tripPath(TOUR))
  const home = await open('/')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
  // The home page has one more: the agency's JSON-LD.
  const hashes = (policy: unknown) => String(policy).match(/'sha256-[^']+'/g) ?? []
  expect(hashes(home.headers['content-security-policy'])).toEqual(expect.arrayContaining(hashes(headers['content-security-policy'])))
  expect(String(headers['content-security-policy'])).not.toContain('unsafe')
})

test('search engines and link previews get its own address, words and picture', async () => {
  const tour = await site.visitor().tour(TOUR)
  const { title, tags, canonical } = headOf(await open(tripPath(TOUR)))
  const address = `https://travel.example/trips/${TOUR}`
  const picture = `https://travel.example${tour.images[0]?.filePath}`
  expect(canonical).toBe(address)
  expect(title).toBe(`${tour.name}, ${tour.duration} days in ${tour.destination} · ${brand.name}`)
  expect(tags).toMatchObject({
    'og:url': address,
    'og:type': 'product',
    'og:image': picture,
    'twitter:card': 'summary_large_image',
    'twitter:image': picture,
  })
  expect(tags['description']?.length).toBeLessThanOrEqual(161)
  expect(tags['robots']).toBeUndefined()
})

test('its JSON-LD is a product as search engines document it, with a rating only where there are reviews', async () => {
  const rated = await site.visitor().tour(TOUR)
  const { jsonLd } = headOf(await open(tripPath(TOUR)))
  const product = productSchema.parse(jsonLd)
  expect(product['@type']).toEqual(['Product', 'TouristTrip'])
  expect(product.offers).toMatchObject({ price: rated.basePrice, priceCurrency: 'USD', availability: 'https://schema.org/InStock' })
  expect(product.aggregateRating).toMatchObject({ ratingValue: rated.rating, reviewCount: rated.reviews })
  await site.asOwner(`update tours set rating_sum = 0, rating_count = 0 where id = '${OTHER}'`)
  await expect.poll(async () => (await site.visitor().tour(OTHER)).rating).toBeNull()
  expect(productSchema.parse(headOf(await open(tripPath(OTHER))).jsonLd).aggregateRating).toBeUndefined()
})

test('what staff write stays text, in the page as in its JSON-LD', async () => {
  await site.asOwner(
    `update tours set name = '${HOSTILE.replaceAll("'", "''")}', overview = '${HOSTILE.replaceAll("'", "''")}' where id = '${OTHER}'`,
  )
  await expect.poll(async () => (await site.visitor().tour(OTHER)).name).toBe(HOSTILE)
  const page = await open(tripPath(OTHER))
  expect(['<script>alert', '<!--"'].filter((hostile) => page.text.includes(hostile))).toEqual([])
  // The start script, and the JSON-LD.
  expect(page.text.match(/<script/g)).toHaveLength(2)
  expect(headOf(page).jsonLd).toMatchObject({ name: HOSTILE, description: HOSTILE })
})

test('it is made once, confirmed to whoever has it, and made again when the tour has changed', async () => {
  const first = await open(tripPath(TOUR))
  const again = await open(tripPath(TOUR), { ...asPage, 'if-none-match': String(first.headers['etag']) })
  expect([again.status, again.text]).toEqual([304, ''])
  await site.asOwner(`update tours set base_price_cents = 123456 where id = '${TOUR}'`)
  await expect.poll(async () => mainOf(await open(tripPath(TOUR)))).toContain('$1,234.56')
  const changed = await open(tripPath(TOUR), { ...asPage, 'if-none-match': String(first.headers['etag']) })
  expect(changed.status).toBe(200)
  expect(changed.headers['etag']).not.toBe(first.headers['etag'])
})

test.each(['no-such-tour', 'x'.repeat(90), '__proto__'])('the unknown tour %s is a page with a way on, and not to be found', async (id) => {
  const page = await open(`/trips/${id}`)
  expect(page.status).toBe(404)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(mainOf(page)).toMatch(/<h1[^>]*>Page Not Found<\/h1>/)
  expect(mainOf(page)).toMatch(/<main.*href="\/"[^>]*>Go back to Home<.*<\/main>/s)
  const { tags, canonical } = headOf(page)
  expect([tags['robots'], canonical]).toEqual(['noindex', undefined])
})

test('a tour that goes off sale is gone', async () => {
  const id = 'bali-family-circle'
  expect((await open(tripPath(id))).status).toBe(200)
  await site.asOwner(`update tours set is_active = false where id = '${id}'`)
  await expect.poll(async () => (await open(tripPath(id))).status).toBe(404)
})

test('without PUBLIC_URL a page names itself by a host that is trusted, and by no other', async () => {
  const local = await createTestApp({ OPEN_CATALOGUE: '1', ALLOWED_HOSTS: 'travel.local' })
  const canonicalAt = async (host: string) => headOf(await local.visitor().get(tripPath(TOUR), { ...asPage, host })).canonical
  expect(await canonicalAt('travel.local')).toBe(`http://travel.local/trips/${TOUR}`)
  expect(await canonicalAt('127.0.0.1:8080')).toBe(`http://127.0.0.1:8080/trips/${TOUR}`)
  expect(await canonicalAt('evil.example')).toMatch(/^http:\/\/localhost:\d+\/trips\//)
  await local.close()
})
