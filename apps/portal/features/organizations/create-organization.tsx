'use client'

import { Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { showFailure } from '../../components/show-failure.ts'
import { useTRPC } from '../../lib/trpc.ts'

const nameCharactersMax = 80

/** For a user without an organization: makes one, with its sandbox realm. */
export function CreateOrganization() {
  const trpc = useTRPC()
  const router = useRouter()
  const create = useMutation(
    trpc.createOrganization.mutationOptions({
      onSuccess: ({ org }) => router.push(`/orgs/${org.slug}`),
      onError: showFailure,
    }),
  )
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : 'Give it a name, such as the name of your company.') },
  })
  return (
    <Card withBorder padding="xl" maw={480} mx="auto">
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack>
          <Title order={1} size="h3">
            Create your organization
          </Title>
          <Text c="dimmed">
            It holds your company files, your OAuth clients and the people you work with. It begins with a sandbox.
          </Text>
          <TextInput
            label="Name"
            maxLength={nameCharactersMax}
            autoComplete="organization"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Button type="submit" loading={create.isPending}>
            Create organization
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
