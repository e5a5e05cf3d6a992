import { Picture } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'
import { classNames } from '#web/lib/class-names.ts'
import type { CategoryId, Tool } from './catalogue/tool.ts'
import { TOOL_DRAWINGS } from './tool-drawings.tsx'

/** Only the drill has photos. */
export const TOOL_PHOTOS: Readonly<Record<string, keyof typeof ART>> = { 'cordless-drill': 'drill1' }

const GROUNDS: Record<CategoryId, string> = {
  power: 'bg-coral-tint',
  hand: 'bg-sun-tint',
  construction: 'bg-sand-deep',
  gardening: 'bg-sea-tint',
}

/** A tool's photo, else its drawing on the background of its category. `className` is for the frame. */
export function ToolPicture({ tool, sizes, className }: { tool: Tool; sizes: string; className?: string }) {
  const photo = TOOL_PHOTOS[tool.id]
  if (photo) return <Picture picture={ART[photo]} alt="" sizes={sizes} className={className ?? ''} />
  return (
    <div className={classNames('flex items-center justify-center', GROUNDS[tool.category], className)}>
      <svg
        viewBox="0 0 120 120"
        aria-hidden="true"
        className="w-4/5 max-w-72 sm:w-3/5 fill-none stroke-ink stroke-3 [stroke-linecap:round] [stroke-linejoin:round]"
      >
        {TOOL_DRAWINGS[tool.id]}
      </svg>
    </div>
  )
}
