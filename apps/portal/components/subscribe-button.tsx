'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useContext } from 'react'
import { describeError } from '../lib/describe-error.ts'
import { OrganizationContext } from '../lib/organization.ts'
import { useTRPC } from '../lib/trpc.ts'

/** Leads to Stripe's checkout. */
export function SubscribeButton() {
  const orgId = useContext(OrganizationContext)?.id ?? ''
  const trpc = useTRPC()
  const checkout = useMutation(
    trpc.startCheckout.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url) }),
  )
  return (
    <Stack gap="sm" data-next-step>
      <Group gap="sm">
        <Button loading={checkout.isPending} onClick={() => checkout.mutate({ orgId })}>
          Subscribe
        </Button>
        <Text size="xs" c="dimmed">
          You’ll be redirected to Stripe Checkout, and back here.
        </Text>
      </Group>
      {checkout.isError && (
        <Text role="alert">The checkout could not be opened. {describeError(checkout.error).message}</Text>
      )}
    </Stack>
  )
}
