import type { ComponentType } from 'react'

/** Shown when something could not be loaded; the console's pages pass in their own. */
export type FailedView = ComponentType<{ title: string; error: unknown; isBusy: boolean; onRetry: () => void }>
