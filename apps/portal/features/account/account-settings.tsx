'use client'

import { List, ListItem, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DownloadButton } from '../../components/download-button.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Section } from '../../components/section.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { DeleteAccount } from './delete-account.tsx'
import { RenameAccount } from './rename-account.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'

/** The reader's name, sign-in methods, second factor, sessions and data. */
export function AccountSettings({ providerName }: { providerName: string | undefined }) {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.getAccount.queryOptions())
  if (error && !data)
    return <FailedState error={error} title="The account could not be loaded" retry={() => void refetch()} />
  if (!data) return <BlockSkeleton height={480} />
  const { account } = data
  return (
    <>
      <PageHeader title="Account" description={account.email} breadcrumbs={[{ label: 'Organizations', href: '/' }]} />
      <Stack gap="md">
        <RenameAccount key={account.name} name={account.name} />
        <Section title="Sign-in methods" description="All methods sign in to the same account.">
          <List size="sm" spacing={4}>
            <ListItem>Links sent to {account.email}</ListItem>
            {account.signInMethods
              .filter((method) => method !== 'email')
              .map((method) => (
                <ListItem key={method}>{providerName ?? method}</ListItem>
              ))}
          </List>
          {providerName !== undefined && account.signInMethods.length === 1 && (
            <Text size="sm" c="dimmed">
              Sign in with {providerName} once to add it.
            </Text>
          )}
        </Section>
        <SecondFactor />
        <SessionList />
        <Section
          title="Export"
          description="Your profile, memberships, sessions and what you did, as JSON."
          actions={<DownloadButton href="/admin/v1/account/export">Download JSON</DownloadButton>}
        />
        <DeleteAccount email={account.email} />
      </Stack>
    </>
  )
}
