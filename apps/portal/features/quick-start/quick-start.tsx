'use client'

import { Stack } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { showError } from '../../components/show-error.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { CallStep } from './call-step.tsx'
import { NextStep } from './next-step.tsx'
import { placeholders } from './snippets.ts'
import { TokenStep } from './token-step.tsx'

/** Guides through three steps: get a token, make a call, connect an integration. */
export function QuickStart({ orgId, organizationPath }: { orgId: string; organizationPath: string }) {
  const trpc = useTRPC()
  const { data } = useSuspenseQuery(trpc.quickStart.data.queryOptions({ orgId }))
  const issueToken = useMutation(trpc.quickStart.issueToken.mutationOptions({ onError: showError }))
  const token = issueToken.data

  if (!data.sandboxRealmId)
    return (
      <EmptyState
        icon={<IconFlask stroke={1.7} />}
        title="No sandbox yet"
        action={<LinkButton href={organizationPath}>Go to realms</LinkButton>}
      >
        Your first call goes to your organization’s sandbox. Create one on the realms page, then come back.
      </EmptyState>
    )

  return (
    <Stack gap="xl">
      <TokenStep token={token} pending={issueToken.isPending} onIssue={() => issueToken.mutate({ orgId })} />
      <CallStep
        values={{
          baseUrl: data.baseUrl,
          realmId: data.sandboxRealmId,
          accessToken: token?.accessToken ?? placeholders.accessToken,
          clientId: token?.clientId ?? data.clientId ?? placeholders.clientId,
          clientSecret: token?.clientSecret ?? placeholders.clientSecret,
        }}
        ready={token !== undefined}
      />
      <NextStep baseUrl={data.baseUrl} realmId={data.sandboxRealmId} clientId={token?.clientId ?? data.clientId} />
    </Stack>
  )
}
