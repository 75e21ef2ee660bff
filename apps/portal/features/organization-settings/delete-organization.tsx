'use client'

import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { NextStep } from '../../components/next-step.tsx'
import { Section } from '../../components/section.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { listConsequences } from './list-consequences.tsx'

/** Deletes the organization after listing what goes with it. */
export function DeleteOrganization() {
  const { id: orgId, name } = useOrganization()
  const trpc = useTRPC()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(trpc.getOrganizationDeletion.queryOptions({ orgId }))
  const remove = useMutation(trpc.deleteOrganization.mutationOptions())
  if (data?.subscribed)
    return (
      <Section title="Delete this organization">
        <Text size="sm">A subscription is active. The organization can be deleted once it has ended.</Text>
        <Group>
          <NextStep obstacle="subscription_active" />
        </Group>
      </Section>
    )
  return (
    <Section
      title="Delete this organization"
      description="Deletes its company files, apps, keys, members and logs. QuickBooks and your company files stay unchanged."
      actions={
        data && (
          <Button variant="outline" color="red" onClick={() => setOpen(true)}>
            Delete organization
          </Button>
        )
      }
    >
      {error && !data && (
        <FailedState error={error} title="What would be deleted could not be loaded" retry={() => void refetch()} />
      )}
      {data && (
        <ConfirmByName
          opened={isOpen}
          onClose={() => setOpen(false)}
          title="Delete this organization?"
          name={name}
          consequences={listConsequences(data)}
          action="Delete organization"
          onConfirm={async () => {
            await remove.mutateAsync({ orgId })
            window.location.assign('/')
          }}
        />
      )}
    </Section>
  )
}
