'use client'

import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { fillHours, type HourCount } from './fill-hours.ts'

interface CallsChartProps {
  readonly hours: readonly HourCount[]
  readonly height: number
}

const hoursShown = 24

/** Shows successful and failed calls by hour. */
export function CallsChart({ hours, height }: CallsChartProps) {
  const data = fillHours(hours, new Date(), hoursShown)
  const calls = hours.reduce((sum, hour) => sum + hour.calls, 0)
  const failures = hours.reduce((sum, hour) => sum + hour.failures, 0)
  return (
    <figure style={{ margin: 0 }} aria-label={`${calls} calls in 24 hours, ${failures} of them failed`}>
      <BarChart
        h={height}
        data={data}
        dataKey="hour"
        type="stacked"
        series={[
          { name: 'succeeded', label: 'Succeeded', color: 'var(--mantine-color-gray-5)' },
          { name: 'failed', label: 'Failed', color: 'var(--bridge-danger)' },
        ]}
        barChartProps={{ accessibilityLayer: false }}
        yAxisProps={{ width: 40, allowDecimals: false }}
        gridAxis="x"
        tickLine="none"
        withLegend
      />
    </figure>
  )
}
