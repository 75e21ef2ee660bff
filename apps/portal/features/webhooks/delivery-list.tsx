'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { CodeBlock } from '../../components/code-block.tsx'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton, TableSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'

type Delivery = PortalData['listWebhookDeliveries']['deliveries'][number]

const pageSize = 20

const reasons = { change: 'Changes', test: 'Test', redelivery: 'Sent again' } as const

/** Lists what was sent to a webhook, newest first, and opens one. */
export function DeliveryList({ clientId }: { readonly clientId: string }) {
  const trpc = useTRPC()
  const [openId, setOpenId] = useQueryState('delivery', parseAsString)
  const queryClient = useQueryClient()
  const deliveries = useInfiniteQuery({
    queryKey: [...trpc.listWebhookDeliveries.queryKey({ clientId }), 'pages'],
    queryFn: ({ pageParam }) =>
      queryClient.fetchQuery(
        trpc.listWebhookDeliveries.queryOptions(
          { clientId, limit: pageSize, ...(pageParam !== null && { before: pageParam }) },
          { staleTime: 0 },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
  })
  const rows = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? []
  const columns: readonly DataTableColumn<Delivery>[] = [
    { key: 'time', label: 'Sent', render: ({ createdAt }) => <TimeText at={createdAt} /> },
    { key: 'status', label: 'Response', render: (delivery) => <Outcome delivery={delivery} isBrief /> },
    { key: 'reason', label: 'Reason', render: ({ reason }) => reasons[reason] },
    { key: 'events', label: 'Events', align: 'right', render: ({ events }) => events },
    { key: 'attempt', label: 'Attempt', align: 'right', isExtra: true, render: ({ attempt }) => attempt },
    { key: 'ms', label: 'Time', align: 'right', isExtra: true, render: ({ ms }) => `${ms} ms` },
    {
      key: 'actions',
      label: 'Actions',
      align: 'right',
      render: ({ id }) => (
        <Button size="compact-sm" variant="subtle" onClick={() => void setOpenId(id)}>
          Show
        </Button>
      ),
    },
  ]
  if (deliveries.error && !deliveries.data) {
    return (
      <FailedState
        error={deliveries.error}
        title="The deliveries could not be loaded"
        retry={() => void deliveries.refetch()}
      />
    )
  }
  if (!deliveries.data) return <TableSkeleton rows={3} />
  return (
    <Stack gap="xs">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was sent in the last 7 days. Send a test event, or change a record in the sandbox.
        </Text>
      ) : (
        <DataTable label="Deliveries" columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
      {deliveries.hasNextPage && (
        <Group>
          <Button
            variant="default"
            loading={deliveries.isFetchingNextPage}
            onClick={() => void deliveries.fetchNextPage()}
          >
            Show older deliveries
          </Button>
        </Group>
      )}
      <Dialog opened={openId !== null} onClose={() => void setOpenId(null)} title="Delivery" size="xl">
        {openId !== null && <DeliveryDetail clientId={clientId} deliveryId={openId} />}
      </Dialog>
    </Stack>
  )
}

/** @param isBrief leaves out what follows a colon, so that rows stay low */
function Outcome({
  delivery: { accepted, status, failure },
  isBrief = false,
}: {
  readonly delivery: Delivery
  readonly isBrief?: boolean
}) {
  if (accepted) return <StatusBadge tone="success">200 OK</StatusBadge>
  return <StatusBadge tone="danger">{status ?? (isBrief ? failure?.split(':')[0] : failure)}</StatusBadge>
}

function DeliveryDetail({ clientId, deliveryId }: { readonly clientId: string; readonly deliveryId: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(trpc.getWebhookDelivery.queryOptions({ clientId, deliveryId }))
  const redeliver = useMutation(
    trpc.redeliverWebhook.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.listWebhookDeliveries.pathFilter()),
    }),
  )
  if (error && !data) {
    return <FailedState error={error} title="The delivery could not be loaded" retry={() => void refetch()} />
  }
  if (!data) return <BlockSkeleton height={240} />
  const { delivery } = data
  const again = redeliver.data?.delivery
  return (
    <Stack gap="md">
      <Group gap="md">
        <Outcome delivery={delivery} />
        <Text size="sm">
          <TimeText at={delivery.createdAt} isAbsolute />, {delivery.ms} ms
        </Text>
      </Group>
      <Stack gap={4}>
        <Text size="xs" c="dimmed">
          Body
        </Text>
        <CodeBlock label="Body" code={formatJson(delivery.body)} />
      </Stack>
      {delivery.responseBody && (
        <Stack gap={4}>
          <Text size="xs" c="dimmed">
            Response
          </Text>
          <CodeBlock label="Response" code={delivery.responseBody} />
        </Stack>
      )}
      <Group gap="md">
        <Button
          variant="default"
          loading={redeliver.isPending}
          onClick={() => redeliver.mutate({ clientId, deliveryId })}
        >
          Send again
        </Button>
        {again && <Outcome delivery={again} />}
      </Group>
      <FailedChange change={redeliver} title="The delivery was not sent again" />
    </Stack>
  )
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
