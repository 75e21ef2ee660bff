import { BarChart } from '../../components/bar-chart.tsx'

export interface UsageDay {
  readonly day: string
  readonly requests: number
  readonly errors: number
}

interface UsageChartProps {
  readonly days: readonly UsageDay[]
  readonly height: number
  readonly label: string
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Shows successful and failed requests by UTC day. */
export function UsageChart({ days, height, label }: UsageChartProps) {
  const bars = days.map(({ day, requests, errors }) => ({
    label: dayFormat.format(new Date(day)),
    succeeded: requests - errors,
    failed: errors,
  }))
  return <BarChart bars={bars} height={height} label={label} />
}
