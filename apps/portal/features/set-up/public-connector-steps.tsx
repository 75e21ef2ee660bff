'use client'

import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FailedChange } from '../../components/failed-change.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { getConnectorSteps } from './connector-steps.ts'
import type { SetUp } from './queries.ts'
import type { SetUpPictures } from './set-up-pictures.tsx'
import { StepList } from './step-list.tsx'

interface PublicConnectorStepsProps {
  readonly token: string
  readonly setup: SetUp
  readonly pictures: SetUpPictures['connector']
}

/** The steps to connect a Web Connector, for the reader of a set-up link: the file and the password are on the page. */
export function PublicConnectorSteps({ token, setup, pictures }: PublicConnectorStepsProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const issue = useMutation(
    trpc.setup.connector.mutationOptions({
      gcTime: 0,
      onSuccess: ({ file }) => save(file),
      onSettled: () => queryClient.invalidateQueries(trpc.setup.state.queryFilter({ token })),
    }),
  )
  const { state, servedBy, companyName, hasCredential, hasPolled } = setup
  const steps = getConnectorSteps({ state, transport: servedBy, companyName, hasCredential, hasPolled }, 'link')
  const issued = issue.data
  const isOpen = !hasPolled
  return (
    <StepList
      steps={steps}
      pictures={pictures}
      extras={{
        credential: isOpen && (
          <Stack gap="xs" align="flex-start">
            <Group gap="sm">
              <Button
                variant={hasCredential ? 'default' : 'filled'}
                loading={issue.isPending}
                onClick={() => issue.mutate({ token })}
              >
                {hasCredential && issued === undefined ? 'Get them again' : 'Get the file and the password'}
              </Button>
              {issued !== undefined && (
                <Button variant="default" onClick={() => save(issued.file)}>
                  Download the file again
                </Button>
              )}
            </Group>
            {issued !== undefined && (
              <Text size="sm" c="dimmed" maw="64ch">
                {issued.file.name} is in your downloads. The password is below, in the step that needs it.
              </Text>
            )}
            <FailedChange change={issue} title="The password was not created" />
          </Stack>
        ),
        password: isOpen && issued !== undefined && (
          <Box w="100%" maw={440}>
            <SecretField secret={{ label: 'Password', value: issued.password }} isFirst={false} />
          </Box>
        ),
      }}
      results={{ read: companyName ?? '' }}
    />
  )
}

function save({ name, text }: { readonly name: string; readonly text: string }): void {
  saveFile(name, 'application/octet-stream', text)
}
