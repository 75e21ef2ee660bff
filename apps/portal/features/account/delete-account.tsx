'use client'

import { Button, List, ListItem, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { Section } from '../../components/section.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { useTRPC } from '../../lib/trpc.ts'

/** Deletes the account, after listing what happens to each organization and what must happen first. */
export function DeleteAccount({ email }: { email: string }) {
  const trpc = useTRPC()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(trpc.getAccountDeletion.queryOptions())
  const remove = useMutation(trpc.deleteAccount.mutationOptions())
  const organizations = data?.organizations ?? []
  const preventing = organizations.filter(({ effect }) => effect === 'hand-over' || effect === 'subscription')
  return (
    <Section
      title="Delete your account"
      description="Deletes your profile, sessions and API keys, and organizations without other members."
      actions={
        data &&
        preventing.length === 0 && (
          <Button variant="outline" color="red" onClick={() => setOpen(true)}>
            Delete account
          </Button>
        )
      }
    >
      {error && !data && (
        <FailedState error={error} title="What would be deleted could not be loaded" retry={() => void refetch()} />
      )}
      {preventing.length > 0 && (
        <Stack gap="xs">
          <Text size="sm">First:</Text>
          <List size="sm" spacing={4}>
            {preventing.map(({ id, name, slug, effect }) => (
              <ListItem key={id}>
                {effect === 'hand-over' ? (
                  <>
                    Make another member of <bdi>{name}</bdi> an owner, under{' '}
                    <TextLink href={`/orgs/${slug}/members`}>Members</TextLink>.
                  </>
                ) : (
                  <>
                    Cancel the subscription of <bdi>{name}</bdi>, under{' '}
                    <TextLink href={`/orgs/${slug}/usage`}>Usage and billing</TextLink>.
                  </>
                )}
              </ListItem>
            ))}
          </List>
        </Stack>
      )}
      <ConfirmByName
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Delete your account?"
        name={email}
        consequences={[
          'Signs you out everywhere and revokes your API keys. This cannot be undone.',
          ...organizations.map(({ name, effect }) =>
            effect === 'deleted' ? (
              <>
                Deletes <bdi>{name}</bdi> with its company files, apps and logs. You’re its only member.
              </>
            ) : (
              <>
                Ends your membership in <bdi>{name}</bdi>.
              </>
            ),
          ),
        ]}
        action="Delete account"
        onConfirm={async () => {
          await remove.mutateAsync()
          window.location.assign('/')
        }}
      />
    </Section>
  )
}
