import { ChevronDown, ChevronUp } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '#web/components/button.tsx'

type Neighbours = { list: string; next: string | undefined; previous: string | undefined; go: (path: string | undefined) => void }
type Place = {
  id: string
  /** The ids loaded so far, in the list's order. */
  ids: readonly string[]
  list: string
  pathOf: (id: string) => string
}

/** Addresses of the list that an entry was opened from, and of its previous and next entries. */
export function useNeighbours({ id, ids, list, pathOf }: Place): Neighbours {
  const navigate = useNavigate()
  const at = ids.indexOf(id)
  const pathAt = (place: number) => {
    const other = at < 0 ? undefined : ids[place]
    return other === undefined ? undefined : pathOf(other)
  }
  return { list, next: pathAt(at + 1), previous: pathAt(at - 1), go: (path) => path !== undefined && void navigate(path) }
}

/** Keyboard shortcuts for them. `noun` is what an entry is called. */
export function neighbourShortcuts({ list, next, previous, go }: Neighbours, noun: string) {
  return [
    { keys: 'j', label: `Next ${noun}`, run: () => go(next) },
    { keys: 'k', label: `Previous ${noun}`, run: () => go(previous) },
    { keys: 'u', label: 'Back to the list', run: () => go(list) },
  ]
}

export function NeighbourButtons({ neighbours: { next, previous, go }, noun }: { neighbours: Neighbours; noun: string }) {
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        disabled={!previous}
        onClick={() => go(previous)}
        aria-label={`Previous ${noun}`}
        className="px-3!"
      >
        <ChevronUp aria-hidden="true" className="size-4.5" />
      </Button>
      <Button variant="secondary" size="small" disabled={!next} onClick={() => go(next)} aria-label={`Next ${noun}`} className="px-3!">
        <ChevronDown aria-hidden="true" className="size-4.5" />
      </Button>
    </>
  )
}
