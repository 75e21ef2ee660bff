'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FailedChange } from '../../components/failed-change.tsx'
import { NextStep } from '../../components/next-step.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { SubscribeButton } from '../../components/subscribe-button.tsx'
import { formatAmount } from '../../lib/format-amount.ts'
import { mayManage } from '../../lib/permissions.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import type { BillingState } from './queries.ts'

type OpenInvoice = NonNullable<NonNullable<PortalData['invoices']>['open']>

/** States in which a payment is missing. */
const unpaidStates: ReadonlySet<string> = new Set(['grace', 'grace over', 'unpaid', 'incomplete'])

const refreshMs = 5_000

/** Shows the subscription's buttons, or why it has no buttons. */
export function PlanActions({ state }: { readonly state: BillingState }) {
  const { id: orgId, role } = useOrganization()
  const trpc = useTRPC()
  const isManaged = state.billingEnabled && state.action !== null && mayManage(role)
  const isUnpaid = isManaged && state.action === 'portal' && unpaidStates.has(state.state)
  const { data: invoices } = useQuery(
    trpc.invoices.queryOptions(
      { orgId },
      {
        enabled: isUnpaid,
        refetchOnWindowFocus: 'always',
        retry: false,
        // The state may be known a moment before the invoice.
        refetchInterval: ({ state: { data } }) => (data?.open ? false : refreshMs),
      },
    ),
  )
  const portal = useMutation(
    trpc.openBillingPortal.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url) }),
  )
  if (!state.billingEnabled && !state.entitled && state.enforced) return <NextStep obstacle="not_entitled" />
  if (!state.billingEnabled && state.plan !== 'enterprise') return <Note>This installation charges nothing.</Note>
  if (state.action === null) return <NextStep obstacle="enterprise_plan" />
  if (!mayManage(role)) return <RoleNote needs="admin" to="subscribe and manage the payment" />
  if (state.action === 'checkout') return <SubscribeButton />
  const openPortal = () => portal.mutate({ orgId })
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {isUnpaid &&
          (invoices?.open ? (
            <PayInvoice invoice={invoices.open} />
          ) : (
            <Button loading={portal.isPending} onClick={openPortal}>
              Pay invoice
            </Button>
          ))}
        <Button variant="default" loading={portal.isPending && !isUnpaid} onClick={openPortal}>
          Manage card and invoices
        </Button>
        <Note>Stripe has your card and your invoices. You can cancel there, too.</Note>
      </Group>
      <FailedChange change={portal} title="Stripe’s billing portal could not be opened" />
    </Stack>
  )
}

/** Stripe's page for an invoice does not lead back, so this page stays open. */
function PayInvoice({ invoice: { amount, url } }: { readonly invoice: OpenInvoice }) {
  return (
    <Button component="a" href={url} target="_blank" rel="noopener">
      {amount ? `Pay invoice of ${formatAmount(amount.minor, amount)}` : 'Pay invoice'}
    </Button>
  )
}

function Note({ children }: { readonly children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  )
}
