'use client'

import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { FailedState } from '../../components/failed-state.tsx'
import { Section } from '../../components/section.tsx'
import { notify } from '../../lib/notify.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useFormDraft } from '../../lib/use-draft.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

const maxNameCharacters = 80

/** Renames the organization. Its address stays the same. */
export function RenameOrganization() {
  const { id: orgId, name } = useOrganization()
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name },
    validate: { name: (text) => (text.trim() === '' ? 'Enter a name.' : null) },
  })
  useFormDraft('rename-organization', form)
  const rename = useMutation(
    trpc.renameOrganization.mutationOptions({
      onSuccess: async () => {
        notify('The organization was renamed.')
        await queryClient.invalidateQueries(trpc.listOrganizations.queryFilter())
        router.refresh()
      },
    }),
  )
  return (
    <Section title="Name" description="Members and users of the consent page see it.">
      <form noValidate onSubmit={form.onSubmit((values) => rename.mutate({ orgId, ...values }))}>
        <Group align="flex-end" gap="xs" maw={480}>
          <TextInput
            label="Name"
            flex={1}
            maxLength={maxNameCharacters}
            dir="auto"
            autoComplete="organization"
            {...form.getInputProps('name')}
          />
          <Button type="submit" loading={rename.isPending} disabled={!form.isDirty()}>
            Rename
          </Button>
        </Group>
        {rename.error && <FailedState error={rename.error} title="The organization was not renamed" />}
      </form>
    </Section>
  )
}
