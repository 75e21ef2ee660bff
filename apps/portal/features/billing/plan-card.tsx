'use client'

import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { RoleNote } from '../../components/role-note.tsx'
import { showError } from '../../components/show-error.ts'
import { StatusBadge, type StatusTone } from '../../components/status-badge.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import type { BillingState } from './queries.ts'

const planNames = { trial: 'Trial', production: 'Production', enterprise: 'Enterprise' } as const

const includes = {
  trial: 'One company file, and a sandbox that is always free.',
  production: 'Any number of company files, charged for each, and a sandbox that is always free.',
  enterprise: 'Any number of company files, and a sandbox that is always free.',
} as const

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Shows the plan, what it includes, its state and what happens next, with the buttons that the role may use. */
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
        {state.next && (
          <Text maw="70ch">
            <strong>{dateFormat.format(new Date(state.next.at))}</strong> – {state.next.what}
          </Text>
        )}
        <PlanActions state={state} />
      </Stack>
    </Card>
  )
}

function PlanActions({ state: { plan, action, billingEnabled } }: { readonly state: BillingState }) {
  const { id: orgId, role } = useOrganization()
  const trpc = useTRPC()
  const leave = { onSuccess: ({ url }: { readonly url: string }) => window.location.assign(url), onError: showError }
  const checkout = useMutation(trpc.startCheckout.mutationOptions(leave))
  const portal = useMutation(trpc.openBillingPortal.mutationOptions(leave))
  if (!billingEnabled && plan !== 'enterprise') {
    return <Note>This installation has no payment provider, so there is nothing to pay here.</Note>
  }
  if (action === null) return <Note>To change the plan, contact the operator of the service.</Note>
  if (!mayManage(role)) return <RoleNote needs="admin" to="subscribe and manage the payment" />
  if (action === 'checkout') {
    return (
      <Group gap="sm">
        <Button loading={checkout.isPending} onClick={() => checkout.mutate({ orgId })}>
          Subscribe
        </Button>
        <Note>You pay on a page of Stripe and come back here.</Note>
      </Group>
    )
  }
  return (
    <Group gap="sm">
      <Button variant="default" loading={portal.isPending} onClick={() => portal.mutate({ orgId })}>
        Manage card and invoices
      </Button>
      <Note>Card, invoices and cancellation are in Stripe’s billing portal.</Note>
    </Group>
  )
}

function Note({ children }: { readonly children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  )
}

function getTone({ state, entitled }: BillingState): StatusTone {
  if (!entitled) return 'danger'
  if (state === 'active' || state === 'enterprise') return 'success'
  return state === 'trial' ? 'info' : 'warning'
}
