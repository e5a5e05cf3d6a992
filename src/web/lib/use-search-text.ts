import { useEffect, useEffectEvent, useState } from 'react'

/** Somebody who types on is not answered in between. */
const PAUSE_MS = 250

type Search = {
  /** What the address looks for. */
  asked: string
  /** Puts another text into the address. */
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
    // Back, or a link: not the answer to what was typed, which may have gone on since.
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
  // As the page is by then: a filter that is chosen within the pause stays chosen.
  const sendLater = useEffectEvent(send)
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => sendLater(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isNew, meant])
  return { text, meant, setText, send }
}
