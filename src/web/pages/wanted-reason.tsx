import { useState } from 'react'
import { wantedPage } from '#web/lib/access.ts'
import { reasonToSignIn } from './home/page-names.ts'

export function WantedReason({ what }: { what: string }) {
  const [page] = useState(wantedPage.find)
  return page === undefined ? null : <p className="-mt-3 mb-6 wrap-anywhere text-ink-soft">{reasonToSignIn(what, page)}</p>
}
