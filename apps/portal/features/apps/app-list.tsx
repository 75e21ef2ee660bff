'use client'

import { Button, Text } from '@mantine/core'
import { IconApps, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { IdText } from '../../components/id-text.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage } from '../../lib/permissions.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { RegisterApp } from './register-app.tsx'

type App = PortalData['listClients']['clients'][number]

/** More company files of an app are not counted. */
const maxCounted = 1_000

const columns: readonly DataTableColumn<App>[] = [
  { key: 'name', label: 'Name', render: ({ name }) => <bdi>{name}</bdi>, sortBy: ({ name }) => name },
  { key: 'id', label: 'Client ID', render: ({ id }) => <IdText label="Client ID" value={id} /> },
  { key: 'uris', label: 'Redirect URIs', render: ({ redirectUris }) => <RedirectUriSummary uris={redirectUris} /> },
  {
    key: 'files',
    label: 'Company files',
    align: 'right',
    width: '120px',
    render: ({ companyFiles }) => (companyFiles < maxCounted ? companyFiles : `${maxCounted.toLocaleString('en')}+`),
    sortBy: ({ companyFiles }) => companyFiles,
  },
  {
    key: 'used',
    label: 'Last used',
    width: '140px',
    render: ({ lastUsedAt }) => <TimeText at={lastUsedAt} otherwise="Never" />,
    sortBy: ({ lastUsedAt }) => (lastUsedAt === null ? null : Date.parse(lastUsedAt)),
  },
]

/** Lists the organization's apps, and registers another. */
export function AppList() {
  const { id: orgId, slug, role } = useOrganization()
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.listClients.queryOptions({ orgId }))
  const [isOpen, setOpen] = useState(false)
  const register = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
      Register an app
    </Button>
  )
  const apps = data?.clients ?? []
  return (
    <>
      <PageHeader
        title="Apps"
        description="An app is an OAuth client. Users connect it to company files on the consent page."
        actions={mayManage(role) && apps.length > 0 && register}
      />
      {error && !data ? (
        <FailedState error={error} title="The apps could not be loaded" retry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton />
      ) : apps.length === 0 ? (
        <EmptyState
          icon={<IconApps size={24} stroke={1.5} />}
          title="No apps yet"
          action={mayManage(role) ? register : undefined}
        >
          Register your integration to get a client ID and a client secret.
        </EmptyState>
      ) : (
        <DataTable
          label="Apps"
          columns={columns}
          rows={apps}
          rowKey={({ id }) => id}
          href={({ id }) => `/orgs/${slug}/apps/${id}`}
        />
      )}
      {!mayManage(role) && <RoleNote needs="admin" to="register and change apps" />}
      <RegisterApp opened={isOpen} onOpen={() => setOpen(true)} onClose={() => setOpen(false)} />
    </>
  )
}

function RedirectUriSummary({ uris }: { uris: readonly string[] }) {
  const [first = '', ...others] = uris
  return (
    <Text span size="sm">
      <Text span ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
        {first}
      </Text>
      {others.length > 0 && ` and ${others.length} more`}
    </Text>
  )
}
