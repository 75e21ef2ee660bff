'use client'

import { Stack } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { CallStep } from './call-step.tsx'
import { NextStep } from './next-step.tsx'
import { placeholders } from './snippets.ts'
import { toShownSecrets } from './to-shown-secrets.ts'
import { type StoredToken, TokenStep } from './token-step.tsx'

/** Guides through three steps: get a token, make a call, connect an integration. */
export function QuickStart({ orgId, organizationPath }: { orgId: string; organizationPath: string }) {
  const trpc = useTRPC()
  const { data } = useSuspenseQuery(trpc.quickStart.data.queryOptions({ orgId }))
  const secrets = useSecretsDialog()
  const [stored, setStored] = useState<StoredToken>()
  const issueToken = useMutation(
    trpc.quickStart.issueToken.mutationOptions({
      gcTime: 0,
      onSuccess: async (token) => {
        await secrets.show(toShownSecrets(data.baseUrl, token))
        setStored({ hint: token.accessToken.slice(-4), expiresAt: token.expiresAt })
        issueToken.reset()
      },
    }),
  )

  if (!data.sandboxRealmId)
    return (
      <EmptyState
        icon={<IconFlask stroke={1.7} />}
        title="No sandbox yet"
        action={<LinkButton href={`${organizationPath}/company-files`}>Go to company files</LinkButton>}
      >
        Your first call goes to your organization’s sandbox. Create one under Company files, then come back.
      </EmptyState>
    )

  return (
    <Stack gap="xl">
      <TokenStep
        stored={stored}
        pending={issueToken.isPending}
        error={issueToken.error}
        onIssue={() => issueToken.mutate({ orgId })}
      />
      <CallStep
        values={{
          baseUrl: data.baseUrl,
          realmId: data.sandboxRealmId,
          accessToken: placeholders.accessToken,
          clientId: data.clientId ?? placeholders.clientId,
          clientSecret: placeholders.clientSecret,
        }}
      />
      <NextStep baseUrl={data.baseUrl} realmId={data.sandboxRealmId} clientId={data.clientId} />
    </Stack>
  )
}
