import { Picture, type PictureRecord } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'
import type { Tool } from './catalogue/tool.ts'

const DARK = '#081818'
const GREEN = '#386848'
/** Dominant colour of each tool's picture, `/art/tool-<id>`: most are shot against the workshop's green wall, some in its shade. */
const COLORS: Readonly<Record<string, string>> = {
  'angle-grinder': DARK,
  'circular-saw': DARK,
  'claw-hammer': DARK,
  'hand-saw': DARK,
  'hedge-trimmer': DARK,
  'orbital-sander': DARK,
  'socket-set': '#483828',
}

/** `className` applies to the frame. */
export function ToolPicture({ tool, sizes, className = '' }: { tool: Tool; sizes: string; className?: string }) {
  return <Picture picture={pictureOf(tool.id)} alt="" sizes={sizes} className={className} />
}

function pictureOf(id: string): PictureRecord {
  // Shares its picture with the home page.
  if (id === 'cordless-drill') return ART.drill1
  return { filePath: `/art/tool-${id}-900.webp`, alt: '', width: 900, height: 900, color: COLORS[id] ?? GREEN, widths: [450, 900] }
}
