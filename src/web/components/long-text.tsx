import { useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** In characters. Longer texts are truncated at first; in shorter ones, hiding a line or two would only annoy. */
const LONG = 420
const MANY_LINES = 7

type Props = { text: string; /** What the text is about, for the button's name. */ of: string; className?: string }

/** Text with its line breaks; if long, truncated with a button to show the rest. */
export function LongText({ text, of, className }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > LONG || text.split('\n').length > MANY_LINES
  return (
    <div className={className}>
      <p className={classNames('whitespace-pre-line wrap-anywhere', isLong && !isOpen && 'line-clamp-5')}>{text}</p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="text-link inline-flex min-h-11 items-center text-sm"
        >
          {isOpen ? 'Show less' : 'Show more'}
          <span className="sr-only"> of the review by {of}</span>
        </button>
      )}
    </div>
  )
}
