import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { ownAccountSchema } from '#shared/accounts/own-account.ts'
import { secondFactorSchema } from '#shared/accounts/second-factors.ts'
import { accountSessionSchema } from '#shared/accounts/settings.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { NONSENSE, spoilt } from '../../../../tests/support/spoilt.ts'
import { EmailState } from './email-state.tsx'
import { accountQuery } from './own-account.ts'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionList } from './session-list.tsx'
import { sessionsQuery } from './sessions.ts'

const SESSION = {
  id: 's1',
  device: 'Firefox on Windows',
  signedInAt: '2026-11-20T10:00:00.000Z',
  lastActiveAt: '2026-11-21T10:00:00.000Z',
  isCurrent: false,
}
const ACCOUNT = { user: { id: 'u1', name: 'Ada', email: 'a@b.test', profileImage: null, role: 'customer' }, isEmailConfirmed: false }

it('shows the account and its devices whatever their fields are', () => {
  fc.assert(
    fc.property(spoilt({ sessions: [SESSION, SESSION], account: ACCOUNT }), (answer) => {
      const { sessions, account } = answer as Record<string, unknown>
      const client = new QueryClient()
      client.setQueryData(sessionsQuery.queryKey, readLeniently(z.array(accountSessionSchema), sessions) ?? [])
      client.setQueryData(accountQuery.queryKey, readLeniently(ownAccountSchema, account))
      const page = (
        <QueryClientProvider client={client}>
          <SessionList />
          <EmailState />
        </QueryClientProvider>
      )
      expect(renderToStaticMarkup(page)).not.toMatch(NONSENSE)
    }),
  )
})

const FACTOR = { isOn: true, isCompulsory: true, isAvailable: true, recoveryCodesLeft: 2, dueSetup: ['password', 'second_factor'] }

it('shows the second factor whatever its fields are', () => {
  fc.assert(
    fc.property(spoilt(FACTOR), (answer) => {
      const factor = readLeniently(secondFactorSchema, answer)
      if (!factor) return
      const page = (
        <QueryClientProvider client={new QueryClient()}>
          <SecondFactorSection factor={factor} />
        </QueryClientProvider>
      )
      expect(renderToStaticMarkup(page)).not.toMatch(NONSENSE)
    }),
  )
})
