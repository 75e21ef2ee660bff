'use client'

import { Box, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRefresh, IconTerminal2 } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { FailedChange } from '../../components/failed-change.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { MenuButton } from '../../components/menu-button.tsx'
import { toCompanyPath } from '../../lib/company-path.ts'
import { copyToClipboard } from '../../lib/copy-to-clipboard.ts'
import { explorerLink } from '../../lib/explorer-link.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { CopyAsButton } from './copy-as-button.tsx'
import { type CopyLanguage, copyRequestAs, toSearch } from './copy-request-as.ts'
import type { ExplainedRequest } from './logged-request.ts'

const CopyAsMenu = dynamic(loadCopyAsMenu, { ssr: false })

interface RequestActionsProps {
  readonly explained: ExplainedRequest
  readonly onOpen: (id: string) => void
}

/** Replays a request, opens it in the Explorer, and copies it as code. */
export function RequestActions({ explained, onOpen }: RequestActionsProps) {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const { request, replayBlockedBy } = explained
  const { data: quickStart } = useQuery(trpc.quickStart.data.queryOptions({ orgId }))
  const replay = useMutation(
    trpc.replayRequest.mutationOptions({
      onSuccess: ({ status, loggedRequestId }) => {
        notifications.show({
          title: status < 400 ? 'Replayed' : `Replayed: ${status}`,
          message: status < 400 ? 'The new call succeeded.' : 'The new call failed, too.',
        })
        if (loggedRequestId !== null) onOpen(loggedRequestId)
      },
    }),
  )
  const { bodies } = request
  const query = bodies?.query ?? ''
  const copied = {
    baseUrl: quickStart?.baseUrl ?? '',
    method: request.method,
    path: request.path,
    query,
    queryText: request.queryText,
    contentType: bodies?.requestHeaders['content-type'],
    body: bodies?.request ?? '',
  }
  const copy = async (language: CopyLanguage) => {
    const isCopied = await copyToClipboard(copyRequestAs(language, copied))
    notifications.show({ message: isCopied ? `Copied as ${language}.` : 'The browser refused to copy.' })
  }
  return (
    <div>
      <Group gap="xs">
        {replayBlockedBy === null && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={replay.isPending}
            onClick={() => replay.mutate({ loggedRequestId: request.id })}
          >
            Replay
          </Button>
        )}
        <LinkButton
          size="xs"
          variant="default"
          leftSection={<IconTerminal2 size={14} aria-hidden />}
          href={explorerLink(slug, {
            realmId: request.realmId,
            method: request.method,
            path: toCompanyPath(request.path),
            query: toSearch({ query, queryText: request.queryText }),
            body: copied.body,
          })}
        >
          Open in the Explorer
        </LinkButton>
        <MenuButton
          id="copy-as"
          component={CopyAsButton}
          renderMenu={(menu) => <CopyAsMenu {...menu} onCopy={(language) => void copy(language)} />}
          preload={loadCopyAsMenu}
        >
          Copy as
        </MenuButton>
      </Group>
      {replay.isError && (
        <Box mt="sm">
          <FailedChange change={replay} title="The request was not replayed" />
        </Box>
      )}
      {replayBlockedBy !== null && (
        <Text size="xs" c="dimmed" mt={6}>
          {`No replay: ${replayBlockedBy}`}
        </Text>
      )}
    </div>
  )
}

function loadCopyAsMenu() {
  return import('./copy-as-menu.tsx')
}
