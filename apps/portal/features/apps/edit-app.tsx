'use client'

import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedState } from '../../components/failed-state.tsx'
import { Section } from '../../components/section.tsx'
import { notify } from '../../lib/notify.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useFormDraft } from '../../lib/use-draft.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { AppFields, type AppValues, appValidation } from './app-fields.tsx'
import { describeSettings } from './app-settings.ts'
import { parseRedirectUris } from './redirect-uris.ts'

type App = PortalData['updateClient']['client']

/** Changes an app's settings. If someone else was faster, it shows both versions. */
export function EditApp({ app }: { app: App }) {
  const { id: orgId } = useOrganization()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  /** The version in the fields. */
  const [base, setBase] = useState(app)
  const form = useForm<AppValues>({
    initialValues: toValues(app),
    validate: appValidation,
    validateInputOnChange: ['redirectUris'],
  })
  useFormDraft('edit-app', form)
  const update = useMutation(
    trpc.updateClient.mutationOptions({
      onSuccess: async ({ client }) => {
        adopt(client)
        notify('The app was saved.')
        await Promise.all([
          queryClient.invalidateQueries(trpc.getClient.queryFilter({ clientId: client.id })),
          queryClient.invalidateQueries(trpc.listClients.queryFilter({ orgId })),
        ])
      },
    }),
  )
  const adopt = (client: App) => {
    setBase(client)
    const values = toValues(client)
    form.setInitialValues(values)
    form.setValues(values)
  }
  const save = ({ redirectUris, ...values }: AppValues, version: number) =>
    update.mutate({ clientId: app.id, ...values, redirectUris: parseRedirectUris(redirectUris), version })
  const conflict = findConflict(update.error)
  const isOutdated = !form.isDirty() && app.version > base.version
  if (isOutdated) adopt(app)
  return (
    <Section title="Settings" description="Users return to one of the redirect URIs after consent.">
      <form noValidate onSubmit={form.onSubmit((values) => save(values, base.version))}>
        <Stack gap="md" maw={640}>
          <AppFields form={form} />
          {conflict ? (
            <Conflict
              theirs={conflict}
              mine={form.getValues()}
              onDiscard={() => {
                adopt(conflict)
                update.reset()
              }}
              onOverwrite={() => save(form.getValues(), conflict.version)}
              isPending={update.isPending}
            />
          ) : (
            update.error && <FailedState error={update.error} title="The app was not saved" />
          )}
          {!conflict && (
            <Group gap="xs">
              <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
                Save
              </Button>
              {form.isDirty() && (
                <Button variant="subtle" onClick={() => form.reset()}>
                  Undo changes
                </Button>
              )}
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  )
}

function toValues({ name, redirectUris, responseFormat, ids, faultCodes }: App): AppValues {
  return { name, redirectUris: redirectUris.join('\n'), responseFormat, ids, faultCodes }
}

interface ConflictError {
  readonly data?: {
    readonly problem?: { readonly code: string; readonly fields: { readonly client?: App } } | undefined
  } | null
}

/** Returns the app as someone else saved it, if an error reports a conflict. */
function findConflict(error: unknown): App | undefined {
  const problem = (error as ConflictError | null)?.data?.problem
  return problem?.code === 'edit_conflict' ? problem.fields.client : undefined
}

interface ConflictProps {
  readonly theirs: App
  readonly mine: AppValues
  readonly onDiscard: () => void
  readonly onOverwrite: () => void
  readonly isPending: boolean
}

function Conflict({ theirs, mine, onDiscard, onOverwrite, isPending }: ConflictProps) {
  return (
    <Alert variant="outline" color="gray" role="alert" title="Someone else changed this app while you were editing it">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Version title="Saved by them" values={toValues(theirs)} />
          <Version title="Yours, not saved" values={mine} />
        </SimpleGrid>
        <Group gap="xs">
          <Button onClick={onOverwrite} loading={isPending}>
            Save mine instead
          </Button>
          <Button variant="default" onClick={onDiscard}>
            Keep theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function Version({ title, values }: { title: string; values: AppValues }) {
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{values.name}</bdi>
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {values.redirectUris}
      </Code>
      {describeSettings(values).map((setting) => (
        <Text key={setting} size="sm">
          {setting}
        </Text>
      ))}
    </Stack>
  )
}
