import { useEffect, useEffectEvent, useState } from 'react'

/** Pause in typing before the search, in milliseconds. */
const PAUSE_MS = 250

type Search = {
  asked: string
  /** Puts a search text into the address. */
  onAsk: (text: string) => void
  /** Whether a text is long enough to search for; an empty one always is. */
  isEnough?: (text: string) => boolean
}

/** State of a search field: input is searched for after a pause, or at once by `send`, and follows the address when that changes. */
export function useSearchText({ asked, onAsk, isEnough = () => true }: Search) {
  const [text, setText] = useState(asked)
  const [known, setKnown] = useState(asked)
  const [sent, setSent] = useState(asked)
  if (asked !== known) {
    setKnown(asked)
    // Changed by Back or a link, rather than by this field, whose input may be newer.
    if (asked !== sent) {
      setSent(asked)
      setText(asked)
    }
  }
  const meant = text.trim()
  const isNew = meant !== sent && (meant === '' || isEnough(meant))
  const send = () => {
    if (!isNew) return
    setSent(meant)
    onAsk(meant)
  }
  // As an effect event, so that a filter chosen during the pause is kept.
  const sendLater = useEffectEvent(send)
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => sendLater(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isNew, meant])
  return { text, meant, setText, send }
}
