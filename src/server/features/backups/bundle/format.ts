import { z } from 'zod'

/** Raised when older programs cannot read the bundle. */
export const FORMAT = 1

/** Names in the bundle, in their order. Tables and files lie in between, as `tables/NAME` and `files/KEY`. */
export const MANIFEST = 'manifest.json'
export const CARD_SANDBOX = 'card-sandbox.jsonl'
export const CONTENTS = 'contents.jsonl'
export const END = 'end.json'

export const manifestSchema = z.object({
  format: z.number(),
  id: z.uuid(),
  /** When the snapshot was taken: it holds what was committed until then. */
  moment: z.iso.datetime(),
  version: z.string(),
  /** The applied migrations, the first to come first. */
  migrations: z.array(z.string()).min(1),
  /** The contract steps that were taken (`migrations/contract`). */
  contracts: z.array(z.string()),
  /** Whether the secrets of the site and of second factors are inside. */
  hasSecrets: z.boolean(),
  /** The uploaded files are not in the bundle but in `files/` beside it. */
  areFilesBeside: z.boolean(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
})
export type Manifest = z.infer<typeof manifestSchema>

export const memberSchema = z.object({
  name: z.string(),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of a table only. */
  rows: z.int().min(0).optional(),
})
/** A line of the contents: what one name holds. */
export type Member = z.infer<typeof memberSchema>

/** Says that the bundle is whole. */
export const endSchema = z.object({ id: z.uuid(), members: z.number(), sha256: z.string() })

/** A bundle that cannot be used; nothing has been changed. */
export class BundleError extends Error {}
