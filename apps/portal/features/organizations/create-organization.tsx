'use client'

import { Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { FailedState } from '../../components/failed-state.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useFormDraft } from '../../lib/use-draft.ts'

const maxNameCharacters = 80

/** Creates an organization, with a sandbox, for a user who has none. */
export function CreateOrganization() {
  const trpc = useTRPC()
  const router = useRouter()
  const create = useMutation(
    trpc.createOrganization.mutationOptions({
      onSuccess: ({ org }) => router.push(`/orgs/${org.slug}`),
    }),
  )
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name, such as your company name.') },
  })
  useFormDraft('create-organization', form)
  return (
    <Card withBorder padding="xl" maw={480} mx="auto">
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack>
          <Title order={1} size="h3">
            Create your organization
          </Title>
          <Text c="dimmed">
            An organization contains your company files, apps and members. It comes with a sandbox.
          </Text>
          <TextInput
            label="Name"
            maxLength={maxNameCharacters}
            autoComplete="organization"
            {...form.getInputProps('name')}
          />
          {create.error && <FailedState error={create.error} title="The organization was not created" />}
          <Button type="submit" loading={create.isPending}>
            Create organization
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
