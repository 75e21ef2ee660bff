import { Stack, Text } from '@mantine/core'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { PageHeader } from '../../../components/page-header.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { getBridge } from '../../../lib/bridge.ts'

export const metadata: Metadata = { title: 'Status' }

export default async function StatusPage() {
  await connection()
  const isReady = (await getBridge().app.request('/readyz')).ok
  return (
    <>
      <PageHeader title="Status" description="The state of this service at the moment." />
      <Stack gap="xs">
        <StatusBadge tone="success">The service responds</StatusBadge>
        {isReady ? (
          <StatusBadge tone="success">The database responds</StatusBadge>
        ) : (
          <StatusBadge tone="danger">The database does not respond</StatusBadge>
        )}
        <Text c="dimmed" size="sm" maw="70ch">
          Monitors can use /healthz for the service and /readyz for the service with its database.
        </Text>
      </Stack>
    </>
  )
}
