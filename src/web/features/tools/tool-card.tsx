import { Link } from 'react-router'
import { DEFAULT_CURRENCY, toMoney } from '#shared/money.ts'
import { pages } from '#shared/pages.ts'
import { Price } from '#web/components/price.tsx'
import { classNames } from '#web/lib/class-names.ts'
import type { Tool } from './catalogue/tool.ts'
import { Stock } from './stock.tsx'
import { ToolPicture } from './tool-picture.tsx'

export function ToolGrid({ tools }: { tools: readonly Tool[] }) {
  return (
    // Three in a row rather than two and one.
    <ul
      className={classNames(
        'grid gap-5',
        tools.length === 3
          ? 'grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))]'
          : 'grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))]',
      )}
    >
      {tools.map((tool) => (
        <ToolCard key={tool.id} tool={tool} />
      ))}
    </ul>
  )
}

/** The whole card is clickable through its one link. */
function ToolCard({ tool }: { tool: Tool }) {
  return (
    <li className="group relative flex flex-wrap overflow-hidden rounded-card bg-paper shadow-card transition-shadow duration-300 focus-within:shadow-lift hover:shadow-lift sm:flex-col sm:flex-nowrap">
      <ToolPicture
        tool={tool}
        sizes="(min-width: 76rem) 17rem, (min-width: 64rem) 23vw, (min-width: 40rem) 46vw, 34vw"
        className="min-w-0 grow basis-28 max-sm:min-h-32 sm:aspect-4/3 sm:grow-0 sm:basis-auto"
      />
      <div className="flex min-w-0 grow-3 basis-48 flex-col p-4 sm:grow sm:basis-auto sm:p-5">
        <Stock isAvailable={tool.available} />
        <h3 className="mt-1 text-xl">
          <Link
            to={pages.toolDetails(tool.id)}
            className="group-hover:text-coral-deep after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-4 focus-visible:after:outline-coral-deep"
          >
            {tool.name}
          </Link>
        </h3>
        <p className="mt-2 text-sm text-ink-soft">{tool.summary}</p>
        <Price price={toMoney(tool.dayPrice, DEFAULT_CURRENCY.tool)} unit="per day" className="mt-auto pt-4" />
      </div>
    </li>
  )
}
