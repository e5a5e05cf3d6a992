import type { ComponentType } from 'react'

/** What stands where something could not be loaded; the console's pages hand over theirs. */
export type FailedView = ComponentType<{ title: string; error: unknown; isBusy: boolean; onRetry: () => void }>
