'use client'

import { BarChart } from '../../components/bar-chart.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { fillHours, type HourCount } from './fill-hours.ts'

interface CallsChartProps {
  readonly hours: readonly HourCount[]
  readonly height: number
}

const hoursShown = 24

/** Shows successful and failed calls by hour. */
export function CallsChart({ hours, height }: CallsChartProps) {
  const calls = hours.reduce((sum, hour) => sum + hour.calls, 0)
  const failures = hours.reduce((sum, hour) => sum + hour.failures, 0)
  return (
    <BarChart
      bars={fillHours(hours, new Date(), hoursShown)}
      height={height}
      label={`${formatCount(calls, 'call')} in 24 hours, ${failures} failed`}
    />
  )
}
