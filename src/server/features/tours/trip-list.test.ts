import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages, tripPath } from '#shared/pages.ts'
import { TRIPS_PATH, tripsListPath } from '#shared/tours/trips-list.ts'
import type { SiteResponse } from '../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { PAGE_SIZE } from './trip-pages.ts'

const BASE = 'https://travel.example'
const HOSTILE = `"Tokyo" & 'Fuji' </script><script>alert("1")</script><!--`
const asPage = { accept: 'text/html' }
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ OPEN_CATALOGUE: '1', PUBLIC_URL: BASE })
})
afterAll(async () => site.close())

const open = async (path: string, headers: Record<string, string> = asPage) => site.visitor().get(path, headers)
const canonicalOf = ({ text }: SiteResponse) => /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1]
const linksOf = ({ text }: SiteResponse) => Array.from(text.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href = '']) => href)
const tripsIn = (page: SiteResponse) => linksOf(page).filter((href) => href.startsWith('/trips/'))
/** Returns the link to the next page. */
const nextOf = ({ text }: SiteResponse) => /<a href="([^"]*)" rel="next"/.exec(text)?.[1]

test('whoever follows the links from page to page meets each tour once, and each page names itself', async () => {
  const trips: string[] = []
  const addresses: string[] = []
  for (let path: string | undefined = TRIPS_PATH; path !== undefined;) {
    const page = await open(path)
    expect([page.status, canonicalOf(page)]).toEqual([200, `${BASE}${path}`])
    expect(page.text).not.toContain('noindex')
    expect(linksOf(page).filter((href) => href.startsWith('#/'))).toEqual([])
    addresses.push(path)
    trips.push(...tripsIn(page))
    path = nextOf(page)
  }
  const { data } = (await open('/tours/view_all?limit=100')).json as { data: { id: string }[] }
  expect(trips).toEqual(data.map(({ id }) => tripPath(id)))
  expect(addresses).toEqual(Array.from({ length: Math.ceil(data.length / PAGE_SIZE) }, (_, index) => tripsListPath(index + 1)))
  expect(addresses.length).toBeGreaterThan(1)
})

test('it runs no script, and has what its neighbours have to protect it', async () => {
  const page = await open(TRIPS_PATH)
  expect(page.text.match(/<script/g)).toBeNull()
  const { headers } = await open(tripPath('tokyo-and-mount-fuji'))
  for (const name of ['content-type', 'content-security-policy', 'cache-control', 'x-content-type-options']) {
    expect(page.headers[name], name).toBe(headers[name])
  }
})

test('the first page leads no further back, the last no further on, and the first has one address', async () => {
  const [first, second] = [await open(TRIPS_PATH), await open(tripsListPath(2))]
  expect(first.text).not.toContain('rel="prev"')
  expect(second.text).toContain(`<a href="${TRIPS_PATH}" rel="prev"`)
  expect(nextOf(second)).toBeUndefined()
  expect(canonicalOf(await open(`${TRIPS_PATH}?page=1`))).toBe(`${BASE}${TRIPS_PATH}`)
})

test.each(['page=3', 'page=0', 'page=01', 'page=-1', 'page=x', 'page=99999', 'page=9999', 'page=1&page=2', 'page=%22%3E%3Cscript%3E'])(
  'a page that does not exist (%s) is said so, and not to be found',
  async (query) => {
    const page = await open(`${TRIPS_PATH}?${query}`)
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.text).toContain('<meta name="robots" content="noindex" />')
  },
)

test('the site map and each tour lead to the list', async () => {
  for (const path of [pages.siteMap, tripPath('tokyo-and-mount-fuji')]) expect(linksOf(await open(path)), path).toContain(TRIPS_PATH)
})

test('what staff write stays text, a changed tour is shown changed, and who has the page is told so', async () => {
  const id = 'tokyo-and-mount-fuji'
  const before = await open(TRIPS_PATH)
  const tag = { ...asPage, 'if-none-match': String(before.headers['etag']) }
  expect((await open(TRIPS_PATH, tag)).status).toBe(304)
  await site.asOwner(`update tours set name = '${HOSTILE.replaceAll("'", "''")}', position = -1 where id = '${id}'`)
  await expect.poll(async () => (await open(TRIPS_PATH)).text).toContain('&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)')
  const after = await open(TRIPS_PATH, tag)
  expect([after.status, after.text.includes('<script>alert')]).toEqual([200, false])
})
