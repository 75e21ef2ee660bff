'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { notify } from '../../lib/notify.ts'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'

const templates = [
  {
    id: 'sample',
    title: 'Sample company',
    text: 'Customers, vendors, items, invoices and payments of a year. Use it to try queries and reports.',
    action: 'Load the sample company',
    loaded: 'Loaded the sample company',
  },
  {
    id: 'trading',
    title: 'Trading company (USD, EUR, CAD)',
    text: 'Customers, vendors, banks and open invoices in three currencies, with a rate for every day. Use it to test currencies.',
    action: 'Load the trading company',
    loaded: 'Loaded the trading company',
  },
  {
    id: 'empty',
    title: 'Empty company',
    text: 'The accounts of a new company file and nothing else. Use it to test from a known state.',
    action: 'Load the empty company',
    loaded: 'Loaded the empty company',
  },
] as const

type Template = (typeof templates)[number]

/** Replaces a sandbox's books. */
export function SandboxBooks({ realmId, name }: { realmId: RealmId; name: string }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Template>()
  const reset = async () => {
    if (!chosen) return
    const { records } = await client.resetSandbox.mutate({ realmId, template: chosen.id })
    notify(`${chosen.loaded} with ${formatCount(records, 'record')}.`)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.getRealm.queryKey({ realmId }) }),
      queryClient.invalidateQueries({ queryKey: trpc.getSandboxFaults.queryKey({ realmId }) }),
    ])
  }
  return (
    <section aria-label="Books">
      <Title order={2} size="h3">
        Books
      </Title>
      <Text c="dimmed" maw="70ch" mb="sm">
        Loading books replaces every record, counts as 50 calls, and turns all failures off.
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="md">
        {templates.map((template) => (
          <Card key={template.id} withBorder>
            <Title order={3} size="h4">
              {template.title}
            </Title>
            <Text size="sm" c="dimmed" mt={4} mb="sm">
              {template.text}
            </Text>
            <Group mt="auto">
              <Button variant="default" onClick={() => setChosen(template)}>
                {template.action}
              </Button>
            </Group>
          </Card>
        ))}
      </SimpleGrid>
      <ConfirmByName
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={chosen ? `${chosen.action}?` : ''}
        name={name}
        action={chosen?.action ?? ''}
        consequences={[
          'Every record of this sandbox is replaced. This cannot be undone.',
          'It counts as 50 of today’s calls.',
          'All failures are turned off.',
        ]}
        onConfirm={reset}
      />
    </section>
  )
}
