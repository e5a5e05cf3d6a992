import type { Block } from '#web/texts/article.ts'
import { RichText } from './rich-text.tsx'

export function ArticleText({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="max-w-text space-y-4">
      {blocks.map((block) => (
        <BlockText key={typeof block === 'string' ? block : itemsOf(block).join()} block={block} />
      ))}
    </div>
  )
}

function BlockText({ block }: { block: Block }) {
  if (typeof block === 'string') {
    return (
      <p>
        <RichText text={block} />
      </p>
    )
  }
  const List = 'steps' in block ? 'ol' : 'ul'
  return (
    <List className={List === 'ol' ? 'list-decimal space-y-2 pl-6' : 'list-disc space-y-2 pl-6'}>
      {itemsOf(block).map((item) => (
        <li key={item} className="pl-1.5 marker:font-semibold marker:text-coral-deep">
          <RichText text={item} />
        </li>
      ))}
    </List>
  )
}

function itemsOf(block: Exclude<Block, string>): readonly string[] {
  return 'steps' in block ? block.steps : block.list
}
