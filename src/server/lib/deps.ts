import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Auth } from './auth.ts'
import type { CardProvider } from './card-provider.ts'
import type { Challenges } from './challenges.ts'
import type { Database } from './db.ts'
import type { FileStorage } from './file-storage.ts'
import type { Origins } from './origins.ts'
import type { Queue } from './queue.ts'
import type { CopyState } from './restored-copy.ts'
import type { Sealing } from './secrets.ts'
import type { UploadForms } from './upload-form.ts'

/** Everything a feature depends on; nothing is reached through globals. */
export interface Deps {
  config: Config
  db: Database
  pool: pg.Pool
  queue: Queue
  cards: CardProvider
  auth: Auth
  sealing: Sealing
  challenges: Challenges
  origins: Origins
  /** Uploaded files. Each feature reaches its own through `createUploads`. */
  files: FileStorage
  uploadForms: UploadForms
  copy: CopyState
  log: FastifyBaseLogger
  /** The current time; tests shift it. */
  now(): Date
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>
