import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'

/** Width in modules of the light border that scanners need around a code. */
const QUIET = 4

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
