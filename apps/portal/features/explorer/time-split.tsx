'use client'

import { Stack, Text } from '@mantine/core'
import classes from './explorer.module.css'
import type { ExplorerResult } from './explorer-types.ts'
import { findHeader } from './read-result.ts'

/** Shows where a call's time went, and a query's plan. */
export function TimeSplit({ result }: { result: ExplorerResult }) {
  const { totalMs, queueMs, gatewayMs, desktopMs } = result.times
  const parts = [
    { id: 'queue', label: 'Queue', ms: queueMs },
    { id: 'transit', label: 'Transit', ms: gatewayMs },
    { id: 'desktop', label: 'QuickBooks', ms: desktopMs },
  ] as const
  const elsewhere = totalMs - parts.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  const plan = findHeader(result, 'x-svc-plan')
  return (
    <Stack gap="md" p="sm">
      <div className={classes.split} aria-hidden>
        {parts.map(({ id, ms }) => (
          <span key={id} data-part={id} style={{ width: `${(100 * (ms ?? 0)) / Math.max(totalMs, 1)}%` }} />
        ))}
      </div>
      <dl className={classes.list}>
        {parts.map(({ id, label, ms }) => (
          <Row key={id} label={label} value={ms === null ? 'not reached' : print(ms)} />
        ))}
        <Row label="Service" value={print(Math.max(0, elsewhere))} />
        <Row label="Total" value={print(totalMs)} />
      </dl>
      {plan !== undefined && (
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            Plan
          </Text>
          <ul style={{ margin: 0, paddingLeft: 20 }}>
            {plan.split('; ').map((step) => (
              <Text key={step} size="sm" component="li">
                {step}
              </Text>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

function print(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}
