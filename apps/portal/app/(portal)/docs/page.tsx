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
        description="Use the QuickBooks Online v3 API with a company file in QuickBooks Desktop (US edition)."
      />
      <Stack gap={40}>
        <section aria-labelledby="endpoints">
          <Title order={2} size="h3" id="endpoints" mb="sm">
            Endpoints
          </Title>
          <Text mb="md" maw={680}>
            Replace the QuickBooks Online URLs in your client with these paths on this host.
          </Text>
          <EndpointTable endpoints={endpoints} />
        </section>
        <section aria-labelledby="differences">
          <Title order={2} size="h3" id="differences" mb="sm">
            Differences from QuickBooks Online
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
