'use client'

import { Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { LinkButton } from '../../components/link-button.tsx'
import { MenuButton } from '../../components/menu-button.tsx'
import { copyToClipboard } from '../../lib/copy-to-clipboard.ts'
import { notify } from '../../lib/notify.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { CopyAsButton } from './copy-as-button.tsx'
import { type CopyLanguage, copyRequestAs } from './copy-request-as.ts'
import type { ExplainedRequest } from './logged-request.ts'

const CopyAsMenu = dynamic(loadCopyAsMenu, { ssr: false })

interface RequestActionsProps {
  readonly explained: ExplainedRequest
}

/** Opens a request for a replay, and copies it as code. */
export function RequestActions({ explained: { request } }: RequestActionsProps) {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const { data: quickStart } = useQuery(trpc.quickStart.data.queryOptions({ orgId }))
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
    notify(isCopied ? `Copied as ${language}.` : 'The browser refused to copy.')
  }
  return (
    <Group gap="xs">
      <LinkButton
        size="xs"
        leftSection={<IconRefresh size={14} aria-hidden />}
        href={`/orgs/${slug}/explorer?replay=${request.id}`}
      >
        Replay
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
  )
}

function loadCopyAsMenu() {
  return import('./copy-as-menu.tsx')
}
