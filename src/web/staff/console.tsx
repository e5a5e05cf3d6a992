import { useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { consolePages } from '#shared/pages.ts'
import type { StaffMember } from '#shared/accounts/colleagues.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { staffMemberQuery } from '#web/features/accounts/staff-member.ts'
import { CallError } from '#web/lib/call-error.ts'
import { ConsoleLayout } from './console-layout.tsx'
import { EnquiryPage, pagesFor } from './console-pages.ts'
import { EntryPathsContext } from './entry-paths.ts'
import { MemberContext } from './member.ts'
import { PageFrame } from './page-frame.tsx'
import { useChanges } from './use-changes.ts'
import '#web/styles/console.css'

/** The staff console, limited to the pages that the member's role includes. */
export function Console({ member }: { member: StaffMember }) {
  useRoleWatch()
  useChanges()
  const pages = pagesFor(member.role)
  return (
    <MemberContext value={member}>
      <EntryPathsContext value={new Set(pages.filter(({ EntryPage }) => EntryPage).map(({ path }) => path))}>
        <Routes>
          <Route element={<ConsoleLayout pages={pages} />}>
            {pages.flatMap(({ path, Page, EntryPage, NewPage, parts = {} }) => [
              <Route key={path} path={below(path)} element={<Page />} />,
              NewPage && <Route key={`${path}/new`} path={`${below(path)}/new`} element={<NewPage />} />,
              EntryPage && <Route key={`${path}/:id`} path={`${below(path)}/:id`} element={<EntryPage />} />,
              ...Object.entries(parts).map(([name, Part]) => (
                <Route key={`${path}/:id/${name}`} path={`${below(path)}/:id/${name}`} element={<Part />} />
              )),
            ])}
            <Route path={below(consolePages.enquiry(':id'))} element={<EnquiryPage />} />
            <Route path="*" element={<MissingPage />} />
          </Route>
        </Routes>
      </EntryPathsContext>
    </MemberContext>
  )
}

/** The path relative to the console's routes. */
function below(path: string): string {
  return path.slice(consolePages.today.length + 1)
}

/** Rechecks the signed-in user when a call is refused, so that losing the role closes the console at once. */
function useRoleWatch(): void {
  const client = useQueryClient()
  useEffect(() => {
    const check = (error: unknown, isOwn = false) => {
      if (error instanceof CallError && error.status === 403 && !isOwn)
        void client.invalidateQueries({ queryKey: staffMemberQuery.queryKey })
    }
    const stops = [
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.state.status === 'error')
          check(query.state.error, query.queryHash === hashKey(staffMemberQuery.queryKey))
      }),
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation?.state.status === 'error') check(mutation.state.error)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}

function MissingPage() {
  return (
    <PageFrame title="Page Not Found">
      <p className="text-ink-soft">This page doesn’t exist, or your role doesn’t have access to it.</p>
      <ButtonLink to={consolePages.today} size="small" variant="secondary" className="mt-5">
        Go to the console home page
      </ButtonLink>
    </PageFrame>
  )
}
