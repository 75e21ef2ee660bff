'use client'

import { Card, Progress, SimpleGrid, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { TimeText } from '../../components/time-text.tsx'
import classes from './sandbox-usage.module.css'

interface SandboxUsageProps {
  readonly usage: {
    readonly callsToday: number
    readonly callsResetAt: string
    /** Null while the sandbox does not respond. */
    readonly records: number | null
    readonly limits: { readonly dailyCalls: number; readonly maxRecords: number }
  }
}

const numbers = new Intl.NumberFormat('en')

/** Shows calls and records against their limits. */
export function SandboxUsage({ usage }: SandboxUsageProps) {
  const { callsToday, callsResetAt, records, limits } = usage
  return (
    <section aria-label="Usage">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Meter title="Calls today" used={callsToday} limit={limits.dailyCalls}>
          Starts over <TimeText at={callsResetAt} />, at 00:00 UTC.
        </Meter>
        <Meter title="Records" used={records} limit={limits.maxRecords}>
          {records === null
            ? 'The sandbox does not respond at the moment. Load the page again in a few seconds.'
            : 'Deactivated records count. Deleting transactions or loading other books frees some.'}
        </Meter>
      </SimpleGrid>
    </section>
  )
}

interface MeterProps {
  readonly title: string
  readonly used: number | null
  readonly limit: number
  readonly children: ReactNode
}

function Meter({ title, used, limit, children }: MeterProps) {
  const percent = Math.min(100, (100 * (used ?? 0)) / limit)
  return (
    <Card withBorder>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text className={classes.numbers} mt={4}>
        <span className={classes.used}>{used === null ? 'Unknown' : numbers.format(used)}</span> of{' '}
        {numbers.format(limit)}
      </Text>
      <Progress
        my="xs"
        size="sm"
        value={percent}
        color={percent >= 90 ? 'orange' : 'ink'}
        aria-label={`${title}: ${used ?? 'unknown'} of ${limit}`}
      />
      <Text size="xs" c="dimmed" component="div">
        {children}
      </Text>
    </Card>
  )
}
