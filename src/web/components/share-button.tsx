import { Check, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#web/components/button.tsx'

/** In milliseconds. */
const TOLD_MS = 4000
const COPIED = 'Link copied'

type Props = {
  title: string
  /** Returns the page's address without its host. */
  address: () => string
}

/** Shares a page's address through the device's share dialog, or else copies it. */
export function ShareButton({ title, address }: Props) {
  const [told, setTold] = useState('')
  useEffect(() => {
    if (told === '') return
    const timer = setTimeout(() => setTold(''), TOLD_MS)
    return () => clearTimeout(timer)
  }, [told])
  const Mark = told === COPIED ? Check : Share2
  return (
    <div className="needs-script flex flex-wrap items-center justify-end gap-x-3">
      <p role="status" className="text-sm text-ink-soft">
        {told}
      </p>
      <Button
        variant="quiet"
        size="small"
        className="-mr-[min(1rem,5vw)] min-h-11"
        onClick={() => void share(title, address()).then(setTold)}
      >
        <Mark aria-hidden="true" className="size-4" /> Share
      </Button>
    </div>
  )
}

/** Returns the message to show: empty if the device's dialog has dealt with it or was closed. */
async function share(title: string, address: string): Promise<string> {
  const url = new URL(address, location.origin).href
  // Not every browser has it, despite its type.
  const hasDialog = typeof navigator.share === 'function'
  try {
    await (hasDialog ? navigator.share({ title, url }) : navigator.clipboard.writeText(url))
    return hasDialog ? '' : COPIED
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError'
    return isClosed ? '' : 'Please copy this page’s address instead'
  }
}
