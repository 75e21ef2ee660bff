import { Stack, Text } from '@mantine/core'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { PageHeader } from '../../../components/page-header.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { ServiceHistory } from '../../../features/service-status/service-history.tsx'
import { getBridge } from '../../../lib/bridge.ts'

export const metadata: Metadata = { title: 'Status' }

export default async function StatusPage() {
  await connection()
  const { app, portal } = getBridge()
  const isReady = (await app.request('/readyz')).ok
  return (
    <>
      <PageHeader title="Status" description="Whether this service works now, and how it worked in the last 90 days." />
      <Stack gap="xl" maw={720}>
        <Stack gap="xs">
          <StatusBadge tone="success">The service responds</StatusBadge>
          {isReady ? (
            <StatusBadge tone="success">The database responds</StatusBadge>
          ) : (
            <StatusBadge tone="danger">The database does not respond</StatusBadge>
          )}
        </Stack>
        {isReady && <ServiceHistory history={await (await portal.caller(new Headers())).serviceHistory()} />}
        <Text c="dimmed" size="sm">
          Each part is checked every minute. Monitors can use /healthz for the service and /readyz for the service with
          its database.
        </Text>
      </Stack>
    </>
  )
}
