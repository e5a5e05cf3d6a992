import { lazy, Suspense, useId } from 'react'
import { longDay } from '#shared/dates.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { totalsOf, type Figure } from './figures.ts'

const BarChart = lazy(() => import('./bar-chart.tsx'))

export function FigureCard({ figure }: { figure: Figure }) {
  const { title, series, days, isStacked, format } = figure
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-paper p-4 sm:p-6">
      <h3 id={id} className="font-sans text-base font-semibold tracking-normal">
        {title}
      </h3>
      <ul className="mt-1 mb-4 flex flex-wrap gap-x-5 gap-y-1">
        {totalsOf(figure).map(({ name, color, total }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-2">
            <span aria-hidden="true" className="size-2.5 rounded-[3px]" style={{ background: color }} />
            <span className="text-ink-soft">{name}</span> <span className="font-semibold tabular-nums">{total}</span>
          </li>
        ))}
      </ul>
      <Suspense fallback={<Skeleton className="h-52" />}>
        <BarChart days={days} series={series} isStacked={isStacked} format={format} />
      </Suspense>
      <details className="mt-3">
        <summary className="inline-flex min-h-10 pointer-coarse:min-h-11 cursor-pointer items-center font-semibold text-ink-soft hover:text-ink">
          Show as table
        </summary>
        <div
          role="region"
          aria-label={`${title}, as a table`}
          // Scrollable, which must work by keyboard too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-1 max-h-72 overflow-auto rounded-field border border-line"
        >
          <table className="w-full border-collapse text-left tabular-nums">
            <thead className="sticky top-0 bg-sand">
              <tr>
                <th scope="col" className="px-3 py-2 font-semibold">
                  From
                </th>
                {series.map(({ key, name }) => (
                  <th key={key} scope="col" className="px-3 py-2 text-right font-semibold">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {days.toReversed().map((each) => (
                <tr key={each.day}>
                  <th scope="row" className="px-3 py-1.5 font-normal whitespace-nowrap">
                    {longDay(each.day)}
                  </th>
                  {series.map(({ key }) => (
                    <td key={key} className="px-3 py-1.5 text-right">
                      {format(Number(each[key]), false)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}
