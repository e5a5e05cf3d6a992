import type { Draft } from './wizard-draft.ts'

/**
 * The tab's own copy, for reloads, the way to the login and back, and failing servers. `version` is the server version it is based on;
 * `isAhead` means that it has unsaved changes.
 */
export type StoredDraft = { owner: string; version: number; isAhead: boolean; draft: Draft }
