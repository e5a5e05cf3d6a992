import { Link } from 'react-router'
import type { Article, Block } from '#web/texts/article.ts'
import { RichText, useAnchor } from './rich-text.tsx'

type Props = { articles: readonly Article[]; isNumbered?: boolean }

/** Articles with a table of contents, which is sticky on wide screens. */
export function ArticlesWithContents({ articles, isNumbered = false }: Props) {
  useAnchor()
  return (
    <div className="grid gap-10 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-16">
      <nav aria-labelledby="contents-title" className="self-start lg:sticky lg:top-28 print:hidden">
        <h2 id="contents-title" className="eyebrow font-sans">
          On this page
        </h2>
        <ol className="mt-3 border-l border-line sm:max-lg:columns-2">
          {articles.map(({ id, title }, index) => (
            <li key={id}>
              <Link
                to={{ hash: id }}
                replace
                className="-ml-px flex break-inside-avoid min-h-11 items-center border-l-2 border-transparent py-1.5 pl-4 leading-snug text-ink-soft hover:border-coral hover:text-ink lg:min-h-10"
              >
                {isNumbered ? `${index + 1}. ${title}` : title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className="min-w-0 space-y-14 print:space-y-8">
        {articles.map(({ id, title, blocks }, index) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="mb-4 text-2xl">
              {isNumbered && <span className="mr-2 text-coral-deep">{index + 1}.</span>}
              {title}
            </h2>
            <ArticleText blocks={blocks} />
          </section>
        ))}
      </div>
    </div>
  )
}

function ArticleText({ blocks }: { blocks: readonly Block[] }) {
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
