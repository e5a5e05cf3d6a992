import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

const LONG_WORD = /([\w-]{13,})/
/** Prefixes of the card provider's ids: payments, refunds, disputes, checkouts. */
const PROVIDER_PREFIXES = new Set(['pi', 'ch', 'py', 're', 'pyr', 'du', 'dp', 'cs', 'evt'])
/** Our ids consist of groups of this many hexadecimal digits. */
const UUID_GROUPS = '8 4 4 4 12'

function isId(word: string): boolean {
  const isOurs =
    /^[\da-f-]+$/.test(word) &&
    word
      .split('-')
      .map(({ length }) => length)
      .join(' ') === UUID_GROUPS
  return isOurs || (!word.includes('-') && PROVIDER_PREFIXES.has(word.split('_')[0] ?? ''))
}

/** Abbreviates the long ids in a text and makes them copyable. `of` names what the text is about. */
export function ShortIds({ text, of }: { text: string; of: string }) {
  return text.split(LONG_WORD).map((part) => (isId(part) ? <ProviderId key={part} id={part} of={of} /> : part))
}

const TOLD_MS = 2000

/** How much of an id is shown at either end, enough to tell two apart. */
const SHOWN = { start: 7, end: 4 }

/** Abbreviates a long id: the card provider's to "pi_R9v7…82g1", ours to "2f97c49…f5b7". Human-written text is left alone. */
export function shortId(id: string): string {
  return !/^(?:[a-z]+_|[\da-f]{8}-[\da-f]{4}-)/.test(id) || id.length <= SHOWN.start + SHOWN.end + 3
    ? id
    : `${id.slice(0, SHOWN.start)}…${id.slice(-SHOWN.end)}`
}

/** An abbreviated id; the tooltip and the copy contain it in full. `of` names what it identifies. */
export function ProviderId({ id, of }: { id: string; of: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), TOLD_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <button
      type="button"
      title={id}
      // Without clipboard permission it can still be selected.
      onClick={() =>
        void navigator.clipboard.writeText(id).then(
          () => setIsCopied(true),
          () => undefined,
        )
      }
      className="relative inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-[6px] bg-sand px-1.5 text-xs text-ink-soft select-text pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5 hover:bg-sand-deep hover:text-ink"
    >
      <code translate="no" className="truncate">
        {shortId(id)}
      </code>
      <span className="sr-only">, copy the ID of {of}</span>
      {isCopied ? (
        <Check aria-hidden="true" className="size-3.5 shrink-0 text-sea" />
      ) : (
        <Copy aria-hidden="true" className="size-3.5 shrink-0" />
      )}
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </button>
  )
}
