import { longDay } from '#shared/dates.ts'
import type { ReadFound } from '#shared/desk/find.ts'

export interface PaletteGroup {
  title: string
  entries: readonly { path: string; name: string; note?: string }[]
}

type PathOf = (page: string, id: string) => string | undefined
type Page = { title: string; path: string }

/** Search results, without those that have no page here. A quote request uses its own page if bookings have none. */
export function foundGroups({ bookings, people, tours }: ReadFound, pathOf: PathOf): PaletteGroup[] {
  return nonEmpty([
    {
      title: 'Bookings',
      entries: bookings.map(({ id, kind, reference, title, startsOn, customer, match }) => ({
        path: pathOf('/admin/bookings', id) ?? (kind === 'vehicle' ? pathOf('/admin/quotes', id) : undefined),
        name: `${reference}, ${customer.name}`,
        note: [...(match ? [`${match.of} ${match.text}`] : []), title, longDay(startsOn)].join(', '),
      })),
    },
    {
      title: 'People',
      entries: people.map(({ id, name, email }) => ({ path: pathOf('/admin/people', id), name, note: email ?? 'No email address' })),
    },
    { title: 'Tours', entries: tours.map(({ id, name, destination }) => ({ path: pathOf('/admin/tours', id), name, note: destination })) },
  ])
}

/** Pages whose titles contain the text; without a text, those visited recently. */
export function pageGroups(text: string, pages: readonly Page[], recent: readonly Page[]): PaletteGroup[] {
  const part = text.trim().toLowerCase()
  const fits = ({ title }: Page) => title.toLowerCase().includes(part)
  const isPage = new Set(pages.map(({ path }) => path))
  return nonEmpty([
    {
      title: 'Recent',
      entries: recent.filter((each) => fits(each) && !isPage.has(each.path)).map(({ title, path }) => ({ path, name: title })),
    },
    { title: 'Pages', entries: pages.filter(fits).map(({ title, path }) => ({ path, name: title })) },
  ])
}

type Entry = { path: string | undefined; name: string; note?: string }

function nonEmpty(groups: readonly { title: string; entries: readonly Entry[] }[]): PaletteGroup[] {
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.flatMap(({ path, ...entry }) => (path === undefined ? [] : [{ ...entry, path }])),
    }))
    .filter(({ entries }) => entries.length > 0)
}
