'use client'

import { useState } from 'react'
import classes from './bar-chart.module.css'
import { findAxisEnd, pickLabels } from './chart-axis.ts'

/** The calls of an hour or a day. */
export interface CallsBar {
  readonly label: string
  readonly succeeded: number
  readonly failed: number
}

interface BarChartProps {
  readonly bars: readonly CallsBar[]
  readonly height: number
  /** Describes the chart to screen readers. */
  readonly label: string
}

const parts = [
  { name: 'failed', label: 'Failed' },
  { name: 'succeeded', label: 'Succeeded' },
] as const

/** Shows successful and failed calls over time. Pointing at a bar shows its numbers. */
export function BarChart({ bars, height, label }: BarChartProps) {
  const [pointed, setPointed] = useState<number>()
  const end = findAxisEnd(Math.max(0, ...bars.map(({ succeeded, failed }) => succeeded + failed)))
  const shown = pointed === undefined ? undefined : bars[pointed]
  return (
    <figure className={classes.chart} style={{ height, margin: 0 }} aria-label={label}>
      <div className={classes.legend} aria-hidden>
        {parts.toReversed().map((part) => (
          <span key={part.name} data-part={part.name}>
            {part.label}
          </span>
        ))}
        <span className={classes.shown}>{shown && describeBar(shown)}</span>
      </div>
      <div className={classes.ticks} aria-hidden>
        {[4, 3, 2, 1, 0].map((quarter) => (
          <span key={quarter}>{((end * quarter) / 4).toLocaleString('en-US')}</span>
        ))}
      </div>
      <div className={classes.plot} aria-hidden onPointerLeave={() => setPointed(undefined)}>
        {bars.map((bar, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour comes twice when daylight saving ends
          <div key={index} className={classes.column} onPointerEnter={() => setPointed(index)}>
            {parts.map(
              ({ name }) =>
                bar[name] > 0 && <span key={name} data-part={name} style={{ height: `${(100 * bar[name]) / end}%` }} />,
            )}
          </div>
        ))}
      </div>
      <div className={classes.labels} aria-hidden>
        {pickLabels(bars.map((bar) => bar.label)).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
    </figure>
  )
}

function describeBar({ label, succeeded, failed }: CallsBar): string {
  return `${label}: ${succeeded.toLocaleString('en-US')} succeeded, ${failed.toLocaleString('en-US')} failed`
}
