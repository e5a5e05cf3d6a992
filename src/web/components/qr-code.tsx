import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'

/** The light frame around a code without which cameras do not find it, in modules. */
const QUIET = 4

/** A text as a QR code. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { path, size } = useMemo(() => {
    const code = generate(text)
    return { path: toSvgPath(code), size: code.size }
  }, [text])
  const width = size + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${width} ${width}`}
      shapeRendering="crispEdges"
      className={`bg-white text-night ${className ?? ''}`}
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
