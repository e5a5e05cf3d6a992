import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { MAX_COUNTED_PEOPLE, type ListPeopleQuery } from '#shared/accounts/staff.ts'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PersonRow, peopleQuery, InviteDialog } from '#web/features/accounts/staff/people-list.tsx'
import { FilterLinks, useFilter } from './filter-links.tsx'
import { ListFrame } from './list-frame.tsx'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { SearchBox } from './search-box.tsx'
import { useRowKeys } from './rows.ts'

const GROUPS = {
  param: 'who',
  options: [
    ['all', 'Everyone'],
    ['staff', 'All staff'],
    ['admin', 'Administrators'],
    ['manager', 'Managers'],
    ['clerks', 'Staff'],
    ['travellers', 'Travellers'],
    ['disabled', 'Disabled'],
  ],
} as const

const FILTERS: Record<string, Pick<ListPeopleQuery, 'who' | 'role'>> = {
  staff: { who: 'staff' },
  admin: { role: 'admin' },
  manager: { role: 'manager' },
  clerks: { role: 'staff' },
  travellers: { who: 'travellers' },
  disabled: { who: 'disabled' },
}

function accountsText(total: number | undefined): string {
  if (total === undefined) return `More than ${MAX_COUNTED_PEOPLE.toLocaleString('en-GB')} accounts`
  return total === 1 ? '1 account' : `${total.toLocaleString('en-GB')} accounts`
}

export function PeoplePage() {
  const [params] = useSearchParams()
  const search = params.get('search') ?? undefined
  const group = useFilter(GROUPS)
  const list = useInfiniteQuery(peopleQuery({ ...FILTERS[group], search }))
  const people = list.data?.pages.flatMap((page) => page.people)
  const total = list.data?.pages[0]?.total
  const [isInviting, setIsInviting] = useState(false)
  const go = useNavigate()
  useRowKeys('People', 'person', [{ keys: 'c', label: 'Invite someone', run: () => setIsInviting(true) }])
  const query = params.size === 0 ? '' : `?${params.toString()}`
  return (
    <PageFrame
      title="People"
      note={
        people && (
          <p role="status" className="text-ink-soft">
            {accountsText(total)}
          </p>
        )
      }
      actions={
        <Button size="small" className="min-h-11" onClick={() => setIsInviting(true)}>
          <UserPlus aria-hidden="true" className="size-4.5" /> Invite someone
        </Button>
      }
    >
      <div className="mb-4 grid gap-3">
        <SearchBox label="Search people" placeholder="Name, email or phone" />
        <FilterLinks label="Who" {...GROUPS} />
      </div>
      <ListFrame
        list={list}
        count={people?.length}
        failed="We couldn’t load the accounts"
        empty={
          <EmptyState title="No one matches">
            {search
              ? `No accounts match “${search}”${group === 'all' ? '' : ' in this group. Try “Everyone”'}.`
              : 'There are no accounts in this group.'}
          </EmptyState>
        }
      >
        {people?.map((person) => (
          <PersonRow key={person.id} person={person} to={`${consolePages.person(person.id)}${query}`} />
        ))}
      </ListFrame>
      {isInviting && (
        <InviteDialog
          onClose={() => setIsInviting(false)}
          onDone={(id, message) => {
            notify(message)
            void go(consolePages.person(id))
          }}
        />
      )}
    </PageFrame>
  )
}
