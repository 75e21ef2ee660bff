'use client'

import { Button, Stack, Text } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { IdText } from '../../components/id-text.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { companyFilePath } from './company-file-paths.ts'
import { ConnectCompanyFile } from './connect-company-file.tsx'
import { formatTransport, formatVersion } from './format-connection.ts'
import { findNamesakes, orderCompanyFiles, searchCompanyFiles } from './order-company-files.ts'
import type { ListedCompanyFile } from './queries.ts'
import { StateBadge } from './state-badge.tsx'

/** From this many company files on, the list has a search. */
const searchFrom = 10

interface CompanyFileTableProps {
  readonly files: readonly ListedCompanyFile[]
  readonly hasSandbox: boolean
  /** Whether there are more company files. */
  readonly isPartial: boolean
  /** Limits the list to the first ones, without a search, and links to them all. */
  readonly maxShown?: number
}

/** The company files, those in trouble first, and what is missing among them. */
export function CompanyFileTable({ files, hasSandbox, isPartial, maxShown }: CompanyFileTableProps) {
  const { slug, role } = useOrganization()
  const [text, setText] = useQueryState('q', parseAsString.withDefault('').withOptions({ throttleMs: 200 }))
  const namesakes = findNamesakes(files)
  const found = orderCompanyFiles(searchCompanyFiles(files, text))
  const shown = found.slice(0, maxShown)
  const hasProduction = isPartial || files.some(({ kind }) => kind === 'production')
  return (
    <Stack gap="md" mb="md">
      {maxShown === undefined && (isPartial || files.length >= searchFrom || text !== '') && (
        <FilterBar
          search={{ label: 'Search company files', value: text, onChange: (value) => void setText(value || null) }}
        />
      )}
      {shown.length > 0 && (
        <DataTable
          label="Company files"
          columns={createColumns(namesakes)}
          rows={shown}
          rowKey={({ id }) => id}
          href={({ id }) => companyFilePath(slug, id)}
        />
      )}
      {maxShown !== undefined && (isPartial || found.length > shown.length) && (
        <TextLink href={`/orgs/${slug}/company-files`}>
          {isPartial ? 'All company files' : `All ${found.length} company files`}
        </TextLink>
      )}
      {shown.length === 0 && text !== '' && (
        <EmptyState
          title="No company file matches"
          action={
            <Button variant="default" onClick={() => void setText(null)}>
              Show all company files
            </Button>
          }
        >
          The search looks at names, open files and realm IDs.
        </EmptyState>
      )}
      {!hasProduction && text === '' && (
        <EmptyState
          icon={<IconBuildingStore stroke={1.7} />}
          title="No company file is connected yet"
          action={mayManage(role) && <ConnectCompanyFile />}
        >
          A company file appears here when you connect a PC with QuickBooks Desktop. Until then, the sandbox handles the
          same requests.
        </EmptyState>
      )}
      {!hasSandbox && mayManage(role) && <CreateSandbox />}
    </Stack>
  )
}

function CreateSandbox() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { id: orgId } = useOrganization()
  const create = useMutation(
    trpc.createSandbox.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.listRealms.queryFilter({ orgId })),
    }),
  )
  return (
    <Stack gap="sm">
      <EmptyState
        title="The sandbox was deleted"
        action={
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate({ orgId })}>
            Create sandbox
          </Button>
        }
      >
        A sandbox has a sample company, and responds to the same requests as QuickBooks Desktop. It is free.
      </EmptyState>
      <FailedChange change={create} title="The sandbox was not created" />
    </Stack>
  )
}

function createColumns(namesakes: ReadonlySet<string>): readonly DataTableColumn<ListedCompanyFile>[] {
  return [
    {
      key: 'name',
      label: 'Name',
      sortBy: ({ name }) => name,
      render: ({ id, name, connection }) => (
        <span dir="auto">
          {name}
          {namesakes.has(id) && (
            <Text span c="dimmed" size="xs">
              {` · ${connection.companyFile ?? `…${id.slice(-4)}`}`}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      label: 'State',
      width: '176px',
      sortBy: ({ connection }) => connection.state,
      render: ({ connection }) => <StateBadge state={connection.state} />,
    },
    { key: 'through', label: 'Through', width: '112px', render: ({ connection }) => formatTransport(connection) },
    { key: 'version', label: 'QuickBooks', width: '136px', render: ({ connection }) => formatVersion(connection) },
    {
      key: 'last-call',
      label: 'Last call',
      width: '104px',
      sortBy: ({ connection }) => connection.lastCallAt,
      render: ({ connection }) => <TimeText at={connection.lastCallAt} />,
    },
    {
      key: 'failures',
      label: 'Failures, 24 h',
      width: '128px',
      align: 'right',
      sortBy: ({ connection }) => connection.failures,
      render: ({ connection }) => connection.failures.toLocaleString('en'),
    },
    {
      key: 'realm-id',
      label: 'Realm ID',
      width: '136px',
      render: ({ id }) => <IdText label="Realm ID" value={id} />,
    },
  ]
}
