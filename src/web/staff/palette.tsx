import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { longDay } from '#shared/dates.ts'
import { searchConsole } from '#shared/desk/booking-calls.ts'
import { SHORTEST_FIND, type ReadFound } from '#shared/desk/find.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { UnbrokenReferences } from '#web/components/unbroken-references.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import type { pagesFor } from './console-pages.ts'
import { useEntryPath } from './entry-paths.ts'
import { closePalette, usePalette } from './palette-state.ts'

/** Short texts are not searched. */
function findQuery(text: string) {
  const q = text.trim()
  return queryOptions({
    ...queryOf(searchConsole, { query: { q } }, { key: ['staff', 'find', q], staleTime: 30_000 }),
    enabled: q.length >= SHORTEST_FIND,
    placeholderData: keepPreviousData,
  })
}

/** The command palette: pages, and the server's search results that have a page here. */
export default function Palette({ pages }: { pages: ReturnType<typeof pagesFor> }) {
  const [text, setText] = useState('')
  const go = useNavigate()
  const entryPath = useEntryPath()
  const recent = usePalette((state) => state.recent)
  const { data, error, isFetching } = useQuery(findQuery(useDeferredValue(text)))
  const isLong = text.trim().length >= SHORTEST_FIND
  const groups = [...(isLong && data ? foundGroups(data, entryPath) : []), ...pageGroups(text, pages, recent)]
  return (
    <Dialog isOpen onClose={closePalette} title="Find">
      <Command label="Find" shouldFilter={false} loop className="p-1">
        <Command.Input
          data-first
          value={text}
          onValueChange={setText}
          placeholder="A reference, a name, a tour, a payment, a page"
          className="field-control"
        />
        {text.trim() !== '' && !isLong && (
          <p className="mt-2 px-3 text-sm text-ink-soft">Type three letters to find bookings, people and tours too.</p>
        )}
        <Command.List className="mt-3 max-h-[50dvh] overflow-y-auto">
          <Command.Empty className="px-2 py-6 text-center text-ink-soft">
            {error ? messageOf(error, 'The search failed.', NO_RESPONSE) : isFetching && isLong ? 'Looking…' : 'No results'}
          </Command.Empty>
          {groups.map((group) => (
            <Group
              key={group.title}
              group={group}
              onSelect={(path) => {
                closePalette()
                void go(path)
              }}
            />
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}

function Group({ group: { title, entries }, onSelect }: { group: PaletteGroup; onSelect: (path: string) => void }) {
  return (
    <Command.Group
      heading={title}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-soft"
    >
      {entries.map(({ path, name, note }) => (
        <Command.Item
          key={path}
          value={`${title} ${path}`}
          onSelect={() => onSelect(path)}
          className="flex min-h-11 cursor-pointer justify-between gap-x-4 rounded-field max-sm:flex-col max-sm:justify-center sm:items-center px-3 py-1.5 data-[selected=true]:bg-sand"
        >
          <span className="min-w-0 font-semibold wrap-anywhere sm:flex-1">
            <UnbrokenReferences text={name} />
          </span>
          {note && <span className="min-w-0 text-ink-soft wrap-anywhere sm:flex-1 sm:text-right">{note}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

interface PaletteGroup {
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
