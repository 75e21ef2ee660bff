'use client'

import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { StatusBadge, type StatusTone } from '../../components/status-badge.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { NextInvoice } from './next-invoice.tsx'
import { PlanActions } from './plan-actions.tsx'
import type { BillingState } from './queries.ts'

const planNames = { trial: 'Trial', production: 'Production', enterprise: 'Enterprise' } as const

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Shows the plan, its state, what happens next and what it costs, with the role's buttons. */
export function PlanCard({ state }: { readonly state: BillingState }) {
  const { plan, title, message, enforced, entitled, next, trialDaysLeft } = state
  return (
    <Card withBorder>
      <Stack gap="md">
        <Stack gap={4}>
          <Group gap="sm">
            <Title order={2} size="h4">
              {planNames[plan]} plan
            </Title>
            <StatusBadge tone={getTone(state)}>
              {trialDaysLeft !== null && entitled ? `${formatCount(trialDaysLeft, 'day')} left` : title}
            </StatusBadge>
          </Group>
          <Text maw="70ch">{message}</Text>
          {enforced && !entitled && (
            <Text maw="70ch" role="status">
              API calls to your company files are rejected with SUBSCRIPTION_REQUIRED.
            </Text>
          )}
          <Text c="dimmed" maw="70ch">
            {describeContents(state)}
          </Text>
        </Stack>
        {!enforced && <Text maw="70ch">This installation does not enforce plans: API calls keep working.</Text>}
        {enforced && next && (
          <Text maw="70ch">
            <strong>{dateFormat.format(new Date(next.at))}</strong> – {next.what}
          </Text>
        )}
        <NextInvoice state={state} />
        <PlanActions state={state} />
      </Stack>
    </Card>
  )
}

function describeContents({ companyFiles, companyFileLimit }: BillingState): string {
  const files =
    companyFileLimit === 0
      ? `${formatCount(companyFiles, 'company file')}, and as many more as you need.`
      : `${companyFiles} of ${formatCount(companyFileLimit, 'company file')} used.`
  return `${files} The sandbox is always free.`
}

function getTone({ state, entitled }: BillingState): StatusTone {
  if (!entitled) return 'danger'
  if (state === 'active' || state === 'enterprise') return 'success'
  return state === 'trial' ? 'info' : 'warning'
}
