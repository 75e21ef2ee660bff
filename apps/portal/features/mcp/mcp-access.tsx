'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CopyText } from '../../components/copy-text.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { Section } from '../../components/section.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { requestsHref } from '../requests/request-parameters.ts'
import { McpCalls } from './mcp-calls.tsx'
import { McpMode } from './mcp-mode.tsx'
import { ProposalList } from './proposal-list.tsx'

/** Shows what MCP hosts may do with a company file, what they propose, and their last calls. */
export function McpAccess({ realmId }: { readonly realmId: RealmId }) {
  const trpc = useTRPC()
  const { id: orgId, slug, role } = useOrganization()
  const details = useQuery(trpc.getRealm.queryOptions({ realmId }))
  const service = useQuery(trpc.quickStart.data.queryOptions({ orgId }))
  if (details.isError && !details.data) {
    return (
      <FailedState
        error={details.error}
        title="The MCP access could not be loaded"
        retry={() => void details.refetch()}
      />
    )
  }
  // The address belongs to the first section: later, it would move the others.
  if (!details.data || service.isPending) return <BlockSkeleton height={400} />
  const mode = details.data.settings.mcpMode
  return (
    <Stack gap="lg">
      <Section
        title="Access"
        description="Assistants with a language model reach this company file as MCP hosts: Claude, ChatGPT, Cursor and others."
      >
        <McpMode realmId={realmId} mode={mode} mayChange={mayManage(role)} />
        {service.data && (
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              Address to paste in the host
            </Text>
            <CopyText value={`${service.data.baseUrl}/mcp/${realmId}`} label="MCP address" />
          </Stack>
        )}
      </Section>
      <Section
        title="Proposed writes"
        description="Nothing is sent to QuickBooks until a proposal is committed. Each waits for 15 minutes."
      >
        <ProposalList realmId={realmId} mayCommit={mayManage(role)} />
      </Section>
      <Section
        title="Last calls"
        actions={<TextLink href={requestsHref(slug, { file: realmId, source: 'mcp' })}>All calls</TextLink>}
      >
        <McpCalls realmId={realmId} />
      </Section>
    </Stack>
  )
}
