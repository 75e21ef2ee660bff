import classes from './sparkline.module.css'

interface SparklineProps {
  /** Counts, the oldest first. */
  readonly values: readonly number[]
  /** How many of each failed. */
  readonly failed: readonly number[]
  /** What the chart shows, in words. */
  readonly label: string
}

const [barWidth, gap, height] = [5, 1, 20]

/** Counts over time as small bars, the failed ones at the bottom. */
export function Sparkline({ values, failed, label }: SparklineProps) {
  const width = values.length * (barWidth + gap)
  const most = Math.max(1, ...values)
  return (
    <svg className={classes.sparkline} role="img" aria-label={label} width={width} height={height + 1}>
      <title>{label}</title>
      <line x1={0} x2={width} y1={height + 0.5} y2={height + 0.5} />
      {values.map((value, index) => {
        const bar = toHeight(value, most)
        const failedBar = Math.min(bar, toHeight(failed[index] ?? 0, most))
        const place = { x: index * (barWidth + gap), width: barWidth }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <g key={index}>
            <rect {...place} y={height - bar} height={bar - failedBar} />
            <rect {...place} y={height - failedBar} height={failedBar} data-failed />
          </g>
        )
      })}
    </svg>
  )
}

/** Every count above zero is seen. */
function toHeight(value: number, most: number): number {
  return value === 0 ? 0 : Math.max(2, Math.round((value / most) * height))
}
