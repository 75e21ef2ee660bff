'use client'

import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CodeBlock } from '../../components/code-block.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { placeholders, snippets } from '../quick-start/snippets.ts'

const curlSnippet = snippets.find(({ id }) => id === 'curl')

/** Replaces the list before the first call: the call, with the real IDs. */
export function FirstCallSample() {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const { data } = useSuspenseQuery(trpc.quickStart.data.queryOptions({ orgId }))
  const { baseUrl, sandboxRealmId = 'REALM_ID' } = data
  const curl = curlSnippet?.code({ ...placeholders, baseUrl, realmId: sandboxRealmId }) ?? ''
  return (
    <Stack gap="md">
      <EmptyState title="No requests yet" action={<LinkButton href={`/orgs/${slug}`}>Get an access token</LinkButton>}>
        Every call to your company files appears here a second after its response, with both sides of the translation.
        Make the first one:
      </EmptyState>
      <CodeBlock code={curl} label="curl example" />
    </Stack>
  )
}
