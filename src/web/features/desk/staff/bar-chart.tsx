import { Bar, BarChart as Chart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { longDay, shortDay, type Day } from '#shared/dates.ts'

export type Series = { key: string; name: string; color: string }

const LABEL = { fill: 'var(--color-ink-soft)', fontSize: 12 }

type Props = {
  days: readonly ({ day: Day } & Record<string, number | Day>)[]
  series: readonly Series[]
  isStacked: boolean
  /** Formats a value, abbreviated for the axis or in full. */
  format: (value: number, isShort: boolean) => string
}

/** A bar chart by day. Purely visual; the table has the same data. */
export default function BarChart({ days, series, isStacked, format }: Props) {
  return (
    <div aria-hidden="true" className="h-52">
      <ResponsiveContainer width="100%" height="100%">
        <Chart
          data={[...days]}
          accessibilityLayer={false}
          margin={{ top: 8, right: 20, bottom: 0, left: 0 }}
          barGap={1}
          barCategoryGap="18%"
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="day" tickFormatter={shortDay} tick={LABEL} tickLine={false} axisLine={false} minTickGap={28} />
          <YAxis
            width="auto"
            allowDecimals={false}
            tick={LABEL}
            tickLine={false}
            axisLine={false}
            tickFormatter={(value: number) => format(value, true)}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--color-sand)' }}
            contentStyle={{ borderColor: 'var(--color-line)', borderRadius: 10 }}
            labelFormatter={(day) => typeof day === 'string' && longDay(day)}
            formatter={(value) => format(Number(value), false)}
          />
          {series.map(({ key, name, color }) => (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              fill={color}
              {...(isStacked && { stackId: 'all' })}
              isAnimationActive={false}
              radius={isStacked ? 0 : [3, 3, 0, 0]}
            />
          ))}
        </Chart>
      </ResponsiveContainer>
    </div>
  )
}
