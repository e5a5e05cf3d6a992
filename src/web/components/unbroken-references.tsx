const REFERENCE = /(\b[A-Z]-\w+)/

/** Shows a text in which no booking's reference is broken at its hyphen. */
export function UnbrokenReferences({ text }: { text: string }) {
  return text.split(REFERENCE).map((part) =>
    REFERENCE.test(part) ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
