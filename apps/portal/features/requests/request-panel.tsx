'use client'

import { ActionIcon, Group, Stack, Title } from '@mantine/core'
import { IconArrowsDiagonal, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { PageLink } from '../../lib/page-link.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { GoneRequest } from './gone-request.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestDetail } from './request-detail.tsx'

interface RequestPanelProps {
  readonly id: string
  readonly onClose: () => void
  readonly onOpen: (id: string) => void
}

/** A request's details next to the list. Esc closes them and returns to the row. */
export function RequestPanel({ id, onClose, onOpen }: RequestPanelProps) {
  const trpc = useTRPC()
  const { slug } = useOrganization()
  const explained = useQuery(trpc.explainRequest.queryOptions({ loggedRequestId: id }, { retry: isNotGone }))
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)

  useEffect(() => {
    opener.current = document.activeElement
  }, [])
  useEffect(() => {
    if (explained.isSuccess) heading.current?.focus({ preventScroll: true })
  }, [explained.isSuccess])

  const close = () => {
    const row = document.querySelector('[data-row][data-selected] [data-row-link]')
    onClose()
    // A replay opens a request whose row may not be in the list yet, from a panel that is gone.
    const target = [row, opener.current, document.getElementById('content')].find(
      (element) => element?.isConnected && element !== document.body,
    )
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    close()
  }
  return (
    <Stack gap="md" onKeyDown={handleKey}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2} size="h3" ref={heading} tabIndex={-1} data-panel-title style={{ overflowWrap: 'anywhere' }}>
          {explained.data?.sentence ?? 'Request'}
        </Title>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            component={PageLink}
            href={`/orgs/${slug}/requests/${id}`}
            aria-label="Open as a page"
          >
            <IconArrowsDiagonal size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" aria-label="Close" onClick={close}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {explained.isPending ? (
        <BlockSkeleton height={420} />
      ) : explained.isError ? (
        isNotGone(0, explained.error) ? (
          <FailedState
            error={explained.error}
            title="The request could not be loaded"
            retry={() => void explained.refetch()}
          />
        ) : (
          <GoneRequest />
        )
      ) : (
        <>
          <RequestActions explained={explained.data} />
          <RequestDetail explained={explained.data} onOpen={onOpen} />
        </>
      )}
    </Stack>
  )
}

/** A missing request is not loaded again. */
export function isNotGone(failures: number, error: unknown): boolean {
  const { code } = describeError(error)
  return failures < 1 && code !== 'not_found' && code !== 'invalid_request'
}
