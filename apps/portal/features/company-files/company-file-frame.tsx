'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { GoneState } from '../../components/gone-state.tsx'
import { IdText } from '../../components/id-text.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { type TabLink, TabLinks } from '../../components/tab-links.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { mayManage, mayRead } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { SandboxFaultsBanner } from '../sandbox/sandbox-faults-banner.tsx'
import { type CompanyFileTab, companyFilePath, companyFilesPath } from './company-file-paths.ts'
import { StateBadge } from './state-badge.tsx'

interface CompanyFileFrameProps {
  readonly realmId: RealmId
  /** Whether the service serves the QuickBooks Web Connector. */
  readonly hasConnector: boolean
  readonly children: ReactNode
}

/** Frames a company file's pages: name, state and tabs. */
export function CompanyFileFrame({ realmId, hasConnector, children }: CompanyFileFrameProps) {
  const trpc = useTRPC()
  const { slug, role } = useOrganization()
  const path = usePathname()
  const details = useQuery(trpc.getRealm.queryOptions({ realmId }))
  const status = useQuery(trpc.getRealmStatus.queryOptions({ realmId }))
  if (describeError(details.error).code === 'not_found') return <GoneCompanyFile />
  const realm = details.data?.realm
  const kind = realm?.kind ?? 'production'
  // Its first card shows the state.
  const isOverview = path === companyFilePath(slug, realmId)
  return (
    <>
      <PageHeader
        title={realm?.name ?? 'Company file'}
        breadcrumbs={[{ label: 'Company files', href: companyFilesPath(slug) }]}
        description={
          <Group gap="md" mih={24}>
            {status.data && !isOverview && <StateBadge state={status.data.status.state} />}
            <IdText label="Realm ID" value={realmId} full />
          </Group>
        }
      />
      <TabLinks
        label="Company file"
        tabs={createTabs({ slug, realmId, kind, hasConnector, mayManage: mayManage(role), mayRead: mayRead(role) })}
      />
      {kind === 'sandbox' && mayRead(role) && (
        <SandboxFaultsBanner realmId={realmId} href={companyFilePath(slug, realmId, 'sandbox')} />
      )}
      {children}
    </>
  )
}

/** Replaces a company file the reader cannot see. */
export function GoneCompanyFile() {
  const { slug } = useOrganization()
  return <GoneState what="company file" listHref={companyFilesPath(slug)} listLabel="company files" />
}

interface TabOptions {
  readonly slug: string
  readonly realmId: RealmId
  readonly kind: 'sandbox' | 'production'
  readonly hasConnector: boolean
  readonly mayManage: boolean
  readonly mayRead: boolean
}

function createTabs({ slug, realmId, kind, hasConnector, mayManage, mayRead }: TabOptions): readonly TabLink[] {
  const tab = (label: string, name?: CompanyFileTab) => ({ label, href: companyFilePath(slug, realmId, name) })
  if (kind === 'sandbox') {
    return [
      tab('Overview'),
      ...(mayRead
        ? [tab('Sandbox', 'sandbox'), tab('Requests', 'requests'), tab('Connected apps', 'apps'), tab('MCP', 'mcp')]
        : []),
      tab('Settings', 'settings'),
    ]
  }
  return [
    tab('Overview'),
    ...(mayManage ? [tab('Set-up', 'set-up')] : []),
    ...(mayRead ? [tab('Requests', 'requests'), tab('Connected apps', 'apps'), tab('MCP', 'mcp')] : []),
    tab('Agent', 'agent'),
    ...(hasConnector ? [tab('Web Connector', 'connector')] : []),
    tab('Settings', 'settings'),
  ]
}
