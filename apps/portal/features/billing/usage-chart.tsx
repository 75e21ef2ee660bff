'use client'

import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'

export interface UsageDay {
  readonly day: string
  readonly requests: number
  readonly errors: number
}

/** Gives a chart without calls an axis with numbers. */
const minAxisEnd = 4

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Shows successful and failed requests by UTC day. */
export default function UsageChart({ days, height }: { readonly days: readonly UsageDay[]; readonly height: number }) {
  const data = days.map(({ day, requests, errors }) => ({
    day: dayFormat.format(new Date(day)),
    succeeded: requests - errors,
    failed: errors,
  }))
  return (
    <BarChart
      h={height}
      data={data}
      dataKey="day"
      type="stacked"
      series={[
        { name: 'succeeded', label: 'Succeeded', color: 'var(--mantine-color-gray-5)' },
        { name: 'failed', label: 'Failed', color: 'var(--bridge-danger)' },
      ]}
      barChartProps={{ accessibilityLayer: false }}
      yAxisProps={{ width: 48, allowDecimals: false, domain: [0, (most: number) => Math.max(most, minAxisEnd)] }}
      gridAxis="x"
      tickLine="none"
      withLegend
    />
  )
}
