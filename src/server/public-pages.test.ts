import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages, tripPath } from '#shared/pages.ts'
import { TRIPS_PATH } from '#shared/tours/trips-list.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { listPartStarts, listTourChanges } from './features/tours/sitemap.ts'

const TOUR = 'tokyo-and-mount-fuji'
const BASE = 'https://travel.example'
const asPage = { accept: 'text/html' }
let closed: TestApp
let open: TestApp

beforeAll(async () => {
  closed = await createTestApp({ PUBLIC_URL: BASE })
  open = await createTestApp({ OPEN_CATALOGUE: '1', PUBLIC_URL: BASE })
})
afterAll(async () => {
  await closed.close()
  await open.close()
})

async function namedIn(site: TestApp, path: string): Promise<string[]> {
  const { status, headers, text } = await site.visitor().get(path)
  expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  return Array.from(text.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = '']) => address.replaceAll('&#38;', '&'))
}

const pathOf = (address: string) => address.slice(BASE.length)

test.each([tripPath(TOUR), TRIPS_PATH, '/trips/none', pages.about, pages.terms, '/sitemap-trips.xml', '/sitemap-pages.xml'])(
  'with a closed catalogue %s redirects to the page behind the hash',
  async (path) => {
    const { status, headers } = await closed.visitor().get(path, asPage)
    expect([status, headers['location']]).toEqual([302, `/#${path}`])
  },
)

test('with a closed catalogue the sitemap names the home page alone', async () => {
  expect(await namedIn(closed, '/sitemap.xml')).toEqual([`${BASE}/`])
  expect((await closed.visitor().get('/robots.txt')).text).toContain(`Sitemap: ${BASE}/sitemap.xml`)
})

test('with an open catalogue every sitemap file exists, and every address in them is a page with that canonical address', async () => {
  const files = await namedIn(open, '/sitemap.xml')
  const addresses = (await Promise.all(files.map(async (file) => namedIn(open, pathOf(file))))).flat()
  expect(new Set(addresses).size).toBe(addresses.length)
  const { total } = (await open.visitor().get('/tours/view_all')).json as { total: number }
  expect(addresses.filter((address) => address.includes('/trips/'))).toHaveLength(total)
  expect(addresses).toEqual(
    expect.arrayContaining([`${BASE}/`, `${BASE}${TRIPS_PATH}`, `${BASE}${pages.about}`, `${BASE}${pages.toolDetails('lawn-mower')}`]),
  )
  for (const address of addresses) {
    const { status, text, headers } = await open.visitor().get(pathOf(address), asPage)
    expect([address, status]).toEqual([address, 200])
    expect(/<link rel="canonical" href="([^"]*)"/.exec(text)?.[1]).toBe(address)
    expect(/<main[^>]*>.*<h1.*<\/main>/s.test(text), address).toBe(true)
    expect(String(headers['content-security-policy']), address).toContain("default-src 'self'")
    // Only the home page is at the address that the hashes follow.
    if (address !== `${BASE}/`) expect(text.match(/ href="#\/[^"]*"/), address).toBeNull()
  }
})

test('tours are in the sitemap with the day of their last change, and leave it with the catalogue', async () => {
  await open.asOwner(`update tours set updated_at = '2026-03-04T05:06:07Z' where id = '${TOUR}'`)
  const trips = async () => (await open.visitor().get('/sitemap-trips.xml')).text
  expect(await trips()).toContain(`<url><loc>${BASE}/trips/${TOUR}</loc><lastmod>2026-03-04T05:06:07.000Z</lastmod></url>`)
  await open.asOwner(`update tours set is_active = false where id = '${TOUR}'`)
  expect(await trips()).not.toContain(TOUR)
  await open.asOwner(`update tours set is_active = true where id = '${TOUR}'`)
})

test('the parts of the sitemap, however small, contain each tour once', async () => {
  const { db } = open.deps
  const starts = await listPartStarts(db, 5)
  const parts = await Promise.all(starts.map(async (from, index) => listTourChanges(db, { from, to: starts[index + 1], limit: 100 })))
  expect(parts.slice(0, -1).every((part) => part.length === 5)).toBe(true)
  const all = await listTourChanges(db, { from: undefined, to: undefined, limit: 1000 })
  expect(parts.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  expect(await listTourChanges(db, { from: starts[0], to: undefined, after: all[2], limit: 2 })).toEqual(all.slice(3, 5))
})

test.each(['from=', 'from=x', 'from=1', 'from=1.%00', 'to=99999999999.a', 'from=1.a&from=2.b'])(
  'a part that does not exist (%s) is refused',
  async (query) => {
    expect((await open.visitor().get(`/sitemap-trips.xml?${query}`)).status).toBe(400)
  },
)

test('where another origin shows the pages, this one offers none', async () => {
  const elsewhere = await createTestApp({ OPEN_CATALOGUE: '1', WEB_ORIGIN: 'https://www.travel.example', PUBLIC_URL: BASE })
  for (const path of [tripPath(TOUR), TRIPS_PATH]) expect((await elsewhere.visitor().get(path, asPage)).status).toBe(302)
  expect(await namedIn(elsewhere, '/sitemap.xml')).toEqual(['https://www.travel.example/'])
  await elsewhere.close()
})

test('an address with a slash at its end leads to the page, with its query, and never to another site', async () => {
  const visitor = open.visitor()
  const follow = async (path: string) => {
    const { status, headers } = await visitor.get(path, asPage)
    return [status, headers['location']]
  }
  const files = await namedIn(open, '/sitemap.xml')
  const addresses = (await Promise.all(files.map(async (file) => namedIn(open, pathOf(file))))).flat().map(pathOf)
  for (const address of addresses.filter((each) => each !== '/')) {
    expect(await follow(`${address}/`)).toEqual([308, address])
    expect(await follow(`${address}/?page=2&a=/b/`)).toEqual([308, `${address}?page=2&a=/b/`])
  }
  for (const path of ['//evil.example/', '//evil.example/trips/', '/trips//evil.example/', '/%2F/evil.example/', '/\\evil.example/']) {
    expect((await follow(path))[1] ?? '/', path).toMatch(/^\/(?![/\\])/)
  }
})
