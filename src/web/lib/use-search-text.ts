import { useEffect, useEffectEvent, useState } from 'react'

/** Pause in typing before the search, in milliseconds. */
const PAUSE_MS = 250

type Search = {
  asked: string
  /** Puts a search text into the address. */
  onAsk: (text: string) => void
  /** Returns what a text asks for. */
  meaningOf?: (text: string) => string
  /** Whether a text says enough to be looked for; '' always does. */
  isEnough?: (text: string) => boolean
}

/** Runs a search field: what is typed is asked for after a pause, or at once by `send`, and what the address asks for by itself is shown. */
export function useSearchText({ asked, onAsk, meaningOf = (text) => text.trim(), isEnough = () => true }: Search) {
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
  const meant = meaningOf(text)
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
