import { Alert } from '#web/components/alert.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'

/** The card of a tour with options while its script loads. */
export function OptionsLoading() {
  return <Skeleton className="needs-script h-140 rounded-card" />
}

/** Takes the card's place if its script cannot be loaded. */
export function OptionsNotLoaded() {
  return <Alert>We couldn’t load this tour’s options. Please reload the page.</Alert>
}
