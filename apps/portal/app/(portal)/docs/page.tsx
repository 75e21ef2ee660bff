import { List, ListItem, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { PageHeader } from '../../../components/page-header.tsx'
import { Prose } from '../../../components/prose.tsx'
import { EndpointTable } from '../../../features/docs/endpoint-table.tsx'
import { differences, endpoints } from '../../../features/docs/overview.ts'

export const metadata: Metadata = { title: 'Documentation' }

export default function DocumentationPage() {
  return (
    <>
      <PageHeader
        title="Documentation"
        description="The service answers QuickBooks Online v3 calls from a company file of QuickBooks Desktop (US edition)."
      />
      <Stack gap={40}>
        <section aria-labelledby="endpoints">
          <Title order={2} size="h3" id="endpoints" mb="sm">
            Where to point a client
          </Title>
          <Text mb="md" maw={680}>
            Replace the addresses of QuickBooks Online by these, and keep the rest. Everything is on one host.
          </Text>
          <EndpointTable endpoints={endpoints} />
        </section>
        <section aria-labelledby="differences">
          <Title order={2} size="h3" id="differences" mb="sm">
            What to know beforehand
          </Title>
          <List spacing="sm" maw={720}>
            {differences.map((difference) => (
              <ListItem key={difference}>
                <Prose>{difference}</Prose>
              </ListItem>
            ))}
          </List>
        </section>
      </Stack>
    </>
  )
}
