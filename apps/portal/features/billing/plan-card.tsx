'use client'

import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { StatusBadge, type StatusTone } from '../../components/status-badge.tsx'
import { PlanActions } from './plan-actions.tsx'
import type { BillingState } from './queries.ts'

const planNames = { trial: 'Trial', production: 'Production', enterprise: 'Enterprise' } as const

const includes = {
  trial: 'One company file, and a sandbox that is always free.',
  production: 'Any number of company files, charged for each, and a sandbox that is always free.',
  enterprise: 'Any number of company files, and a sandbox that is always free.',
} as const

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Shows the plan, what it includes, its state and what happens next, with the role's buttons. */
export function PlanCard({ state }: { readonly state: BillingState }) {
  return (
    <Card withBorder>
      <Stack gap="md">
        <Stack gap={4}>
          <Group gap="sm">
            <Title order={2} size="h4">
              {planNames[state.plan]} plan
            </Title>
            <StatusBadge tone={getTone(state)}>{state.title}</StatusBadge>
          </Group>
          <Text maw="70ch">{state.message}</Text>
          <Text c="dimmed" maw="70ch">
            {includes[state.plan]}
          </Text>
        </Stack>
        {!state.enforced && <Text maw="70ch">This installation does not enforce plans: API calls keep working.</Text>}
        {state.enforced && state.next && (
          <Text maw="70ch">
            <strong>{dateFormat.format(new Date(state.next.at))}</strong> – {state.next.what}
          </Text>
        )}
        <PlanActions state={state} />
      </Stack>
    </Card>
  )
}

function getTone({ state, entitled }: BillingState): StatusTone {
  if (!entitled) return 'danger'
  if (state === 'active' || state === 'enterprise') return 'success'
  return state === 'trial' ? 'info' : 'warning'
}
