'use client'

import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { IdText } from '../../components/id-text.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { WebhookSection } from '../webhooks/webhook-section.tsx'
import { AppConnections } from './app-connections.tsx'
import { AppFacts } from './app-facts.tsx'
import { ConsentLink } from './consent-link.tsx'
import { DeleteApp } from './delete-app.tsx'
import { EditApp } from './edit-app.tsx'
import { GoneApp } from './gone-app.tsx'
import { RotateSecret } from './rotate-secret.tsx'

/** One app: what it reaches, its settings and its secret. A host of MCP has neither: it describes itself. */
export function AppDetail({ clientId }: { clientId: string }) {
  const { slug, role } = useOrganization()
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.getClient.queryOptions({ clientId }))
  const list = `/orgs/${slug}/apps`
  if (error && describeError(error).code === 'not_found') return <GoneApp />
  if (error && !data)
    return <FailedState error={error} title="The app could not be loaded" retry={() => void refetch()} />
  if (!data) return <BlockSkeleton height={480} />
  const app = data.client
  const isHost = app.metadataUrl !== null
  return (
    <>
      <PageHeader
        title={app.name}
        breadcrumbs={[{ label: 'Apps', href: list }]}
        description={
          <Group gap="md">
            <Group gap={6}>
              <Text span size="sm">
                Client ID
              </Text>
              <IdText label="Client ID" value={app.metadataUrl ?? app.id} />
            </Group>
            <Text span size="sm">
              Registered <TimeText at={app.createdAt} />
            </Text>
            <Text span size="sm">
              Last used <TimeText at={app.lastUsedAt} otherwise="never" />
            </Text>
          </Group>
        }
      />
      <Stack gap="md">
        <AppConnections clientId={clientId} />
        {!isHost && <WebhookSection app={app} />}
        {mayManage(role) && !isHost ? (
          <>
            <EditApp key={app.id} app={app} />
            <RotateSecret app={app} />
          </>
        ) : (
          <AppFacts app={app} />
        )}
        {!isHost && <ConsentLink app={app} />}
        {mayManage(role) ? (
          <DeleteApp app={app} />
        ) : (
          <RoleNote
            needs="admin"
            to="change this app and its webhook, disconnect company files and replace its secret"
          />
        )}
      </Stack>
    </>
  )
}
