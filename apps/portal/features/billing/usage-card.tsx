'use client'

import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { mayRead } from '../../lib/permissions.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import type { Usage } from './queries.ts'
import { UsageChart } from './usage-chart.tsx'
import { listedFiles } from './usage-input.ts'

const chartHeight = 220

interface Counted {
  readonly requests: number
  readonly errors: number
}

const countColumns: readonly DataTableColumn<Counted>[] = [
  {
    key: 'requests',
    label: 'Calls',
    align: 'right',
    width: '7em',
    render: ({ requests }) => requests.toLocaleString('en-US'),
    sortBy: ({ requests }) => requests,
  },
  {
    key: 'failures',
    label: 'Failures',
    align: 'right',
    width: '7em',
    render: ({ errors }) => errors.toLocaleString('en-US'),
    sortBy: ({ errors }) => errors,
  },
]

/** Shows the last 30 days' calls and failures as a chart and as tables by day, company file and app. */
export function UsageCard({ usage }: { readonly usage: Usage }) {
  const { slug } = useOrganization()
  const { byDay, byRealm, byClient } = usage
  const requests = byDay.reduce((sum, day) => sum + day.requests, 0)
  const errors = byDay.reduce((sum, day) => sum + day.errors, 0)
  if (requests === 0) return <NoUsage />
  return (
    <Stack gap="lg">
      <Section title="Calls in the last 30 days">
        <Text c="dimmed">
          {formatCount(requests, 'call')}, {errors.toLocaleString('en-US')} failed. Days are UTC days. Calls to the
          sandbox are not counted.
        </Text>
        <UsageChart days={byDay} height={chartHeight} label={`${formatCount(requests, 'call')}, ${errors} failed`} />
      </Section>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title="By company file">
          {byRealm.length >= listedFiles && <Text c="dimmed">{`The ${listedFiles} with the most calls.`}</Text>}
          <DataTable
            label="Calls by company file"
            columns={[{ key: 'file', label: 'Company file', render: ({ name }) => name }, ...countColumns]}
            rows={byRealm}
            rowKey={({ realmId }) => realmId}
            href={({ realmId }) => `/orgs/${slug}/company-files/${realmId}`}
            sortParameter="files"
          />
        </Section>
        <Section title="By app">
          <DataTable
            label="Calls by app"
            columns={[
              { key: 'app', label: 'App', render: ({ name, clientId }) => name ?? (clientId || 'Other calls') },
              ...countColumns,
            ]}
            rows={byClient}
            rowKey={({ clientId }) => clientId}
            sortParameter="apps"
          />
        </Section>
      </SimpleGrid>
      <Section title="By day">
        <Text c="dimmed">Days without calls are left out.</Text>
        <DataTable
          label="Calls by day"
          columns={[{ key: 'day', label: 'Day', render: ({ day }) => day, sortBy: ({ day }) => day }, ...countColumns]}
          rows={byDay.filter((day) => day.requests > 0).toReversed()}
          rowKey={({ day }) => day}
          sortParameter="days"
        />
      </Section>
    </Stack>
  )
}

/** Shows what will be here, instead of axes without bars. */
function NoUsage() {
  const { slug, role } = useOrganization()
  return (
    <Section title="Calls in the last 30 days">
      <EmptyState
        title="No calls in the last 30 days"
        action={
          mayRead(role) && (
            <LinkButton href={`/orgs/${slug}/quick-start`} variant="default">
              Make a call
            </LinkButton>
          )
        }
      >
        Calls to your company files are counted here by UTC day. Calls to the sandbox are free and not counted.
      </EmptyState>
    </Section>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card withBorder>
      <Stack gap="md">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  )
}
