import type { Draft } from './wizard-draft.ts'

/**
 * This tab's own copy, for a reload, the way to the login and back, and a server that cannot keep it.
 * `version` is that of the server's copy it comes from; `isAhead` says that the server does not have it yet.
 */
export type StoredDraft = { owner: string; version: number; isAhead: boolean; draft: Draft }
