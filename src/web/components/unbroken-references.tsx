const REFERENCE = /(\b[A-Z]-\w+)/

export function UnbrokenReferences({ text }: { text: string }) {
  return text.split(REFERENCE).map((part) =>
    REFERENCE.test(part) ? (
      <span key={part} translate="no" className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
