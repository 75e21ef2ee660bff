'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FailedChange } from '../../components/failed-change.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import type { BillingState } from './queries.ts'

/** Shows the subscription's buttons, or why it has no buttons. */
export function PlanActions({ state: { plan, action, billingEnabled } }: { readonly state: BillingState }) {
  const { id: orgId, role } = useOrganization()
  const trpc = useTRPC()
  const leave = { onSuccess: ({ url }: { readonly url: string }) => window.location.assign(url) }
  const checkout = useMutation(trpc.startCheckout.mutationOptions(leave))
  const portal = useMutation(trpc.openBillingPortal.mutationOptions(leave))
  if (!billingEnabled && plan !== 'enterprise') {
    return <Note>This installation has no payment provider, so there is nothing to pay here.</Note>
  }
  if (action === null) return <Note>To change the plan, contact the operator of the service.</Note>
  if (!mayManage(role)) return <RoleNote needs="admin" to="subscribe and manage the payment" />
  if (action === 'checkout') {
    return (
      <Stack gap="sm">
        <Group gap="sm">
          <Button loading={checkout.isPending} onClick={() => checkout.mutate({ orgId })}>
            Subscribe
          </Button>
          <Note>You’ll be redirected to Stripe Checkout.</Note>
        </Group>
        <FailedChange change={checkout} title="The checkout could not be opened" />
      </Stack>
    )
  }
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button variant="default" loading={portal.isPending} onClick={() => portal.mutate({ orgId })}>
          Manage card and invoices
        </Button>
        <Note>Card, invoices and cancellation are in Stripe’s billing portal.</Note>
      </Group>
      <FailedChange change={portal} title="Stripe’s billing portal could not be opened" />
    </Stack>
  )
}

function Note({ children }: { readonly children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  )
}
