import { Check, ShieldAlert } from 'lucide-react'
import { use } from 'react'
import { useParams } from 'react-router'
import { DEFAULT_CURRENCY, toMoney } from '#shared/money.ts'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { Price } from '#web/components/price.tsx'
import type { Tool } from '#web/features/tools/catalogue/tool.ts'
import { ToolPrices } from '#web/features/tools/price-table.tsx'
import { Stock } from '#web/features/tools/stock.tsx'
import { ToolGrid } from '#web/features/tools/tool-card.tsx'
import { ToolPicture } from '#web/features/tools/tool-picture.tsx'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { contactAbout, PageLeadContext } from '#web/pages/content/content-page.tsx'
import { Trail } from '#web/pages/content/page-heading.tsx'
import { TextLink } from '#web/pages/content/rich-text.tsx'
import { TOOLS } from '#web/pages/layout/menus.ts'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'
import { CATEGORIES, findTool } from '#web/features/tools/catalogue/catalogue.ts'

export function ToolDetails({ tool }: { tool: Tool }) {
  usePageTitle(tool.name)
  use(PageLeadContext)({ title: tool.name, description: tool.description.join(' ') })
  const { title, singular, path, tools } = CATEGORIES[tool.category]
  return (
    <>
      <div className="page-width pt-6 md:pt-8">
        <Trail trail={[TOOLS, { title, path }]} title={tool.name} />
      </div>
      <article className="page-width grid gap-x-14 gap-y-10 pt-4 pb-16 lg:grid-cols-[minmax(0,1fr)_min(23.5rem,36%)] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-10">
          <div>
            <ToolPicture tool={tool} sizes="(min-width: 64rem) 46rem, 92vw" className="aspect-square rounded-card sm:aspect-3/2" />
            {tool.id === 'cordless-drill' && <MorePhotos />}
          </div>
          <header>
            <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
              {singular} <Stock isAvailable={tool.available} />
            </p>
            <h1 className="mt-1 text-3xl">{tool.name}</h1>
            <Price price={toMoney(tool.dayPrice, DEFAULT_CURRENCY.tool)} unit="per day" className="mt-2 lg:hidden" />
            <div className="mt-4 max-w-text space-y-4 text-lg">
              {tool.description.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          </header>
        </div>
        <aside aria-labelledby="prices-title" className="self-start lg:sticky lg:top-28 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div className="rounded-card bg-paper p-6 shadow-card sm:p-8">
            <h2 id="prices-title" className="text-xl">
              What it costs
            </h2>
            <div className="mt-3 border-t border-line">
              <ToolPrices dayPrice={tool.dayPrice} />
            </div>
            <ButtonLink to={contactAbout(tool.name)} className="mt-5 w-full">
              {tool.available ? 'Ask to hire it' : 'Ask when it is back'}
            </ButtonLink>
            <p className="mt-4 text-sm text-ink-soft">
              You can’t book tools online. Tell us the dates and we’ll say yes or suggest another day. To see how we charge, go to the{' '}
              <TextLink to={pages.rentalPlans}>rental plans</TextLink>.
            </p>
          </div>
        </aside>
        <div className="min-w-0 space-y-10">
          <Specs specs={tool.specs} />
          <section aria-labelledby="included-title">
            <h2 id="included-title" className="text-2xl">
              What comes with it
            </h2>
            <ul className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
              {tool.included.map((item) => (
                <li key={item} className="flex gap-3">
                  <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-sea" /> {item}
                </li>
              ))}
            </ul>
          </section>
          <SafetyAdvice advice={tool.safety} />
        </div>
      </article>
      <section aria-labelledby="others-title" className="bg-paper">
        <div className="page-width py-14 md:py-20">
          <h2 id="others-title" className="mb-6 text-2xl">
            Other {title.toLowerCase()}
          </h2>
          <ToolGrid tools={tools.filter(({ id }) => id !== tool.id)} />
        </div>
      </section>
    </>
  )
}

function MorePhotos() {
  return (
    <ul className="mt-3 grid grid-cols-3 gap-3">
      {[ART.drill2, ART.drill3, ART.drill4].map((photo) => (
        <li key={photo.filePath}>
          <Picture picture={photo} sizes="(min-width: 64rem) 15rem, 30vw" className="aspect-4/3 rounded-field" />
        </li>
      ))}
    </ul>
  )
}

function Specs({ specs }: { specs: Tool['specs'] }) {
  return (
    <section aria-labelledby="specs-title">
      <h2 id="specs-title" className="text-2xl">
        Details
      </h2>
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {specs.map(([label, value]) => (
          <div key={label} className="grid gap-x-6 py-3 sm:grid-cols-[12rem_1fr]">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function SafetyAdvice({ advice }: { advice: readonly string[] }) {
  return (
    <section aria-labelledby="safety-title" className="rounded-card bg-sun-tint p-6 sm:p-8">
      <h2 id="safety-title" className="flex items-center gap-3 text-xl">
        <ShieldAlert aria-hidden="true" className="size-6 shrink-0 text-sun-deep" /> Before you start
      </h2>
      <ul className="mt-4 max-w-text list-disc space-y-2 pl-5">
        {advice.map((text) => (
          <li key={text} className="pl-1">
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-4">
        More in the <TextLink to={pages.safety}>safety checklist</TextLink>.
      </p>
    </section>
  )
}

export function ToolDetailsPage() {
  const { id = '' } = useParams()
  const tool = findTool(id)
  return tool ? <ToolDetails key={id} tool={tool} /> : <NotFoundPage />
}
