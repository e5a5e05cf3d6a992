import { lazy, Suspense, useState } from 'react'
import type { CareAct } from './care-dialog.tsx'

const CareDialog = lazy(async () => ({ default: (await import('./care-dialog.tsx')).CareDialog }))

const TEXTS: Record<CareAct, { open: string; done: string }> = {
  name: { open: 'Correct the name', done: 'Name corrected.' },
  email: { open: 'Add an email address', done: 'Link sent.' },
  link: { open: 'Send the account link', done: 'Link sent.' },
}

type Props = {
  customer: { id: string; name: string; email: string | null }
  onDone: (message: string) => void
}

export function CustomerCare({ customer, onDone }: Props) {
  const [act, setAct] = useState<CareAct>()
  const acts: CareAct[] = ['name', customer.email === null ? 'email' : 'link']
  return (
    <div className="font-normal">
      {acts.map((each) => (
        <button
          key={each}
          type="button"
          onClick={() => setAct(each)}
          className="text-link mr-4 inline-flex min-h-6 items-center text-xs pointer-coarse:min-h-11"
        >
          {TEXTS[each].open}
        </button>
      ))}
      {act && (
        <Suspense fallback={null}>
          <CareDialog
            key={act}
            act={act}
            customer={customer}
            onClose={() => setAct(undefined)}
            onDone={() => {
              setAct(undefined)
              onDone(TEXTS[act].done)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
