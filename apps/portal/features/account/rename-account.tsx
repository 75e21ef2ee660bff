'use client'

import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { Section } from '../../components/section.tsx'
import { notify } from '../../lib/notify.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useFormDraft } from '../../lib/use-draft.ts'

const maxNameCharacters = 80

/** Changes the reader's name. */
export function RenameAccount({ name }: { name: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name },
    validate: { name: (text) => (text.trim() === '' ? 'Enter your name.' : null) },
  })
  useFormDraft('rename-account', form)
  const rename = useMutation(
    trpc.updateAccount.mutationOptions({
      onSuccess: async () => {
        notify('Your name was saved.')
        await queryClient.invalidateQueries(trpc.getAccount.queryFilter())
      },
    }),
  )
  return (
    <Section title="Name" description="Members of your organizations and people you invite see it.">
      <form noValidate onSubmit={form.onSubmit((values) => rename.mutate(values))}>
        <Group align="flex-end" gap="xs" maw={480}>
          <TextInput
            label="Name"
            flex={1}
            dir="auto"
            maxLength={maxNameCharacters}
            autoComplete="name"
            {...form.getInputProps('name')}
          />
          <Button type="submit" loading={rename.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
        {rename.error && <FailedState error={rename.error} title="Your name was not saved" />}
      </form>
    </Section>
  )
}
