'use client'

import { Stack } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { showFailure } from '../../components/show-failure.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { CallStep } from './call-step.tsx'
import { NextStep } from './next-step.tsx'
import { placeholders } from './snippets.ts'
import { TokenStep } from './token-step.tsx'

/** The three steps: take a token, make a call, go on with a client of one's own. */
export function QuickStart({ orgId, organizationPath }: { orgId: string; organizationPath: string }) {
  const trpc = useTRPC()
  const { data } = useSuspenseQuery(trpc.quickStart.data.queryOptions({ orgId }))
  const issue = useMutation(trpc.quickStart.issueToken.mutationOptions({ onError: showFailure }))
  const token = issue.data

  if (!data.sandboxRealmId)
    return (
      <EmptyState
        icon={<IconFlask stroke={1.7} />}
        title="There is no sandbox to call"
        action={<LinkButton href={organizationPath}>Go to the realms</LinkButton>}
      >
        The first call goes to the organization&apos;s sandbox. Create it on the realms page, then come back.
      </EmptyState>
    )

  return (
    <Stack gap="xl">
      <TokenStep token={token} pending={issue.isPending} onIssue={() => issue.mutate({ orgId })} />
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
