'use client'

import { Button, Card, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useDraft } from '../../lib/use-draft.ts'

const maxNameCharacters = 80

/** Renames a company file. What was typed stays if the change fails. */
export function RenameCompanyFile({ realm }: { realm: { readonly id: string; readonly name: string } }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [name, setName] = useState(realm.name)
  useDraft({ name: 'rename-company-file', values: name === realm.name ? undefined : name, restore: setName })
  const rename = useMutation(
    trpc.renameRealm.mutationOptions({
      onSuccess: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.getRealm.queryFilter({ realmId: realm.id })),
          queryClient.invalidateQueries(trpc.listRealms.queryFilter()),
        ]),
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !rename.isPending) rename.mutate({ realmId: realm.id, name })
  }
  return (
    <Card withBorder>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            flex="1 1 240px"
            label="Name"
            description="The realm ID stays the same."
            dir="auto"
            autoComplete="off"
            maxLength={maxNameCharacters}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              rename.reset()
            }}
            error={
              name.trim() === '' ? 'Enter a name.' : rename.error ? describeError(rename.error).message : undefined
            }
          />
          <Button type="submit" variant="default" loading={rename.isPending}>
            Rename
          </Button>
        </Group>
        <div role="status">
          {rename.isSuccess && (
            <Text size="xs" c="dimmed" mt={4}>
              Renamed.
            </Text>
          )}
        </div>
      </form>
    </Card>
  )
}
