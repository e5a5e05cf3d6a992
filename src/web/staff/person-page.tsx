import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { PERSON_ACTIONS, type PersonAction } from '#shared/accounts/staff.ts'
import { knownOf } from '#shared/words.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { CustomerCare } from '#web/features/accounts/staff/customer-care.tsx'
import { PersonDialog } from '#web/features/accounts/staff/person-dialog.tsx'
import { PersonFacts, personQuery } from '#web/features/accounts/staff/person-facts.tsx'
import { ACT_NAMES, obstacleOf, PersonMarks } from '#web/features/accounts/staff/person-texts.tsx'
import { FailedPart } from './failed-part.tsx'
import { useMember } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useNow } from './use-now.ts'

const KEYS: Record<PersonAction, string> = { invite: 'i', role: 'r', reset: 'f', disable: 'd', enable: 'e' }

export function PersonPage() {
  const { id = '' } = useParams()
  return <Person key={id} id={id} />
}

function Person({ id }: { id: string }) {
  const { id: ownId } = useMember()
  const now = useNow()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const list = params.size === 0 ? consolePages.people : `${consolePages.people}?${params.toString()}`
  const { data: person, error, isFetching, refetch } = useQuery(personQuery(id))
  const [act, setAct] = useState<PersonAction>()
  const [changed, setChanged] = useState<string>()
  const acts = knownOf(PERSON_ACTIONS, person?.actions)
  const obstacle = person && obstacleOf(person, ownId)
  useShortcuts('This person', [
    ...acts.map((each) => ({ keys: KEYS[each], label: ACT_NAMES[each], run: () => setAct(each) })),
    { keys: 'u', label: 'Back to the list', run: () => void navigate(list) },
  ])
  const settle = () => {
    setAct(undefined)
  }
  return (
    <PageFrame title={person?.name ?? 'Person'} back={{ title: 'People', path: list }} note={person && <PersonMarks person={person} />}>
      {error && !person && (
        <FailedPart title="We couldn’t load this account" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!person && !error && <Skeleton className="h-96" />}
      {changed && (
        <Alert kind="warning" title="Someone else changed this first" className="mb-5">
          {changed} This page now shows the current version.
        </Alert>
      )}
      {person && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <PersonFacts person={person} now={now} />
          <Panel title="Actions">
            {obstacle && <p className="mb-4 text-ink-soft">{obstacle}</p>}
            {person.role === 'customer' && !person.disabledAt && !person.isShared && (
              <div className="mb-4">
                <CustomerCare
                  customer={person}
                  onDone={(message) => {
                    notify(message)
                    settle()
                  }}
                />
              </div>
            )}
            <div className="grid gap-2">
              <ButtonLink
                size="small"
                variant="secondary"
                className="min-h-11"
                to={`${consolePages.bookings}?search=${encodeURIComponent(person.email ?? person.phone?.number ?? person.name)}`}
              >
                Their bookings
              </ButtonLink>
              <ButtonLink
                size="small"
                variant="secondary"
                className="min-h-11"
                to={`${consolePages.audit}?actor=${encodeURIComponent(person.id)}`}
              >
                Activity
              </ButtonLink>
              {acts.map((each) => (
                <Button
                  key={each}
                  size="small"
                  className={each === 'disable' ? 'min-h-11 text-danger!' : 'min-h-11'}
                  variant={each === 'invite' ? 'primary' : each === 'disable' ? 'quiet' : 'secondary'}
                  onClick={() => setAct(each)}
                >
                  {ACT_NAMES[each]}
                </Button>
              ))}
            </div>
          </Panel>
          {act && (
            <PersonDialog
              person={person}
              act={act}
              onClose={() => setAct(undefined)}
              onDone={(message) => {
                notify(message)
                setChanged(undefined)
                settle()
              }}
              onChanged={(message) => {
                setChanged(message)
                settle()
              }}
            />
          )}
        </div>
      )}
    </PageFrame>
  )
}
