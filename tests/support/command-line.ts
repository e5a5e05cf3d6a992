import { inject, vi } from 'vitest'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'
import { databaseUrl } from './database-url.ts'
import type { TestApp } from './test-app.ts'

/** Gives commands of the command line this site's database and card provider. Returns what ends that. */
export function commandLineOf({ connection, deps, cards }: TestApp): () => void {
  const owner = ownerOf({ connection })
  vi.stubEnv('DATABASE_URL', databaseUrl(connection))
  vi.stubEnv('DATABASE_MIGRATION_URL', databaseUrl(owner))
  vi.stubEnv('DATA_DIR', deps.config.DATA_DIR)
  vi.stubEnv('CARD_SANDBOX_PORT', new URL(cards.url).port)
  return () => vi.unstubAllEnvs()
}

/** Returns the connection as the owner of the site's tables. */
export function ownerOf({ connection }: Pick<TestApp, 'connection'>): ConnectionOptions {
  const postgres = inject('postgres')
  return 'user' in postgres && 'user' in connection ? { ...connection, user: postgres.user } : connection
}
