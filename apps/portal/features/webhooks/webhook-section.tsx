'use client'

import { sandboxFailures } from '@bridge/control-plane/webhooks/sandbox-failures'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { Section } from '../../components/section.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage } from '../../lib/permissions.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { describeWentBack } from './describe-went-back.ts'
import { ReplaceVerifierToken } from './replace-verifier-token.tsx'
import { WentBackStep } from './went-back-step.tsx'

// Most visits change nothing, and the choice of events is large.
const EditWebhook = dynamic(() => import('./edit-webhook.tsx').then((module) => module.EditWebhook), { ssr: false })

type Webhook = NonNullable<PortalData['getWebhook']['webhook']>
type WentBackFile = PortalData['getWebhook']['wentBack'][number]
type App = PortalData['getClient']['client']

/** An app's webhook: where it sends to, whether that works, and what was sent. */
export function WebhookSection({ app }: { app: App }) {
  const { role } = useOrganization()
  const trpc = useTRPC()
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery(trpc.getWebhook.queryOptions({ clientId: app.id }))
  const isManager = mayManage(role)
  const webhook = data?.webhook
  return (
    <Section
      title="Webhook"
      description={
        <>
          Sends an event when a record changes in a connected company file, as QuickBooks Online does.{' '}
          <TextLink href="/docs/guides/webhooks">How it works</TextLink>
        </>
      }
      actions={
        isManager &&
        data && (
          <Button variant="default" onClick={() => setEditing(true)}>
            {webhook ? 'Edit webhook' : 'Add webhook'}
          </Button>
        )
      }
    >
      {error && !data ? (
        <FailedState error={error} title="The webhook could not be loaded" retry={() => void refetch()} />
      ) : !data ? (
        <BlockSkeleton height={96} />
      ) : webhook ? (
        <WebhookState app={app} webhook={webhook} wentBack={data.wentBack} isManager={isManager} />
      ) : (
        <Text size="sm" c="dimmed">
          None yet. The app has to ask for changes itself.
        </Text>
      )}
      {isEditing && <EditWebhook clientId={app.id} webhook={webhook ?? null} onClose={() => setEditing(false)} />}
    </Section>
  )
}

interface WebhookStateProps {
  readonly app: App
  readonly webhook: Webhook
  readonly wentBack: readonly WentBackFile[]
  readonly isManager: boolean
}

function WebhookState({ app, webhook, wentBack, isManager }: WebhookStateProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const reload = () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.getWebhook.queryFilter({ clientId: app.id })),
      queryClient.invalidateQueries(trpc.listWebhookDeliveries.pathFilter()),
    ])
  const sendTest = useMutation(trpc.testWebhook.mutationOptions({ onSettled: reload }))
  const resume = useMutation(trpc.setWebhook.mutationOptions({ onSettled: reload }))
  const remove = useMutation(trpc.deleteWebhook.mutationOptions())
  const { url, format, events, sandboxFailure } = webhook
  return (
    <Stack gap="md">
      <Facts webhook={webhook} />
      {webhook.missedSince && (
        <Alert variant="outline" color="gray" title="The app misses events">
          <Stack gap="sm">
            <Text size="sm">
              Changes since <TimeText at={webhook.missedSince} isAbsolute /> are not sent anymore.{' '}
              {webhook.pausedAt ? 'Resume the webhook once the receiver works, then' : 'Clear this note, and'} request
              them from that time: <TextLink href="/docs/guides/webhooks#catch-up-with-cdc">catch up with CDC</TextLink>
              .
            </Text>
            {isManager && (
              <Group>
                <Button
                  variant="default"
                  loading={resume.isPending}
                  onClick={() => resume.mutate({ clientId: app.id, url, format, events, sandboxFailure })}
                >
                  {webhook.pausedAt ? 'Resume webhook' : 'Clear note'}
                </Button>
              </Group>
            )}
          </Stack>
        </Alert>
      )}
      <FailedChange change={resume} title="The webhook was not resumed" />
      {wentBack.length > 0 && <WentBack files={wentBack} />}
      <Group gap="xs">
        <Button variant="default" loading={sendTest.isPending} onClick={() => sendTest.mutate({ clientId: app.id })}>
          Send test event
        </Button>
        {isManager && <ReplaceVerifierToken clientId={app.id} />}
        {isManager && (
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            Delete webhook
          </Button>
        )}
      </Group>
      <FailedChange change={sendTest} title="The test was not sent" />
      <DeliveryList clientId={app.id} />
      <ConfirmByName
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        title="Delete this webhook?"
        name={app.name}
        consequences={['No more events are sent.', 'Its deliveries and its verifier token are deleted.']}
        action="Delete webhook"
        onConfirm={async () => {
          await remove.mutateAsync({ clientId: app.id })
          await reload()
        }}
      />
    </Stack>
  )
}

/** Names company files whose earlier changes may have no event. */
function WentBack({ files }: { files: readonly WentBackFile[] }) {
  return (
    <Alert variant="outline" color="gray" title="Read these company files again">
      <Stack gap={4}>
        {files.map((file) => (
          <Text key={file.realmId} size="sm">
            <bdi>{file.realmName}</bdi> was {describeWentBack(file)} (<TimeText at={file.since} isAbsolute />
            ).
          </Text>
        ))}
        <WentBackStep />
      </Stack>
    </Alert>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { url, format, events, sandboxFailure, newTokenAt } = webhook
  return (
    <Stack gap={4}>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      <Group gap="md">
        <State webhook={webhook} />
        <Text size="sm">{format === 'legacy' ? 'Legacy format' : 'CloudEvents'}</Text>
        <Text size="sm">{events === null ? 'All events' : events.join(', ')}</Text>
        {newTokenAt && (
          <Text size="sm">
            The new verifier token signs from <TimeText at={newTokenAt} isAbsolute />
          </Text>
        )}
      </Group>
      {sandboxFailure && (
        <StatusBadge tone="warning">
          Events of sandboxes: {sandboxFailures[sandboxFailure].title.toLowerCase()}, on purpose
        </StatusBadge>
      )}
    </Stack>
  )
}

function State({ webhook: { pausedAt, failingSince } }: { webhook: Webhook }) {
  if (pausedAt) {
    return (
      <StatusBadge tone="danger">
        Paused <TimeText at={pausedAt} />
      </StatusBadge>
    )
  }
  if (failingSince) {
    return (
      <StatusBadge tone="warning">
        Fails since <TimeText at={failingSince} isAbsolute />
      </StatusBadge>
    )
  }
  return <StatusBadge tone="success">Active</StatusBadge>
}
