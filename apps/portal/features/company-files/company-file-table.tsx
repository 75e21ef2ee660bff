'use client'

import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { IdText } from '../../components/id-text.tsx'
import { Sparkline } from '../../components/sparkline.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { companyFilePath } from './company-file-paths.ts'
import { describeUsage, type FileUsage } from './describe-usage.ts'
import { findNamesakes } from './find-namesakes.ts'
import { formatTransport, formatVersion } from './format-connection.ts'
import { toUsageInput } from './list-inputs.ts'
import type { ListedCompanyFile } from './queries.ts'
import { StateBadge } from './state-badge.tsx'

interface CompanyFileTableProps {
  /** In the order of the server. */
  readonly files: readonly ListedCompanyFile[]
  /** Columns before the ID: choices, actions. */
  readonly moreColumns?: readonly DataTableColumn<ListedCompanyFile>[]
  /** Whether the order can be chosen. */
  readonly isSortable?: boolean
}

/** Company files with their states and their requests of 14 days. */
export function CompanyFileTable({ files, moreColumns = [], isSortable = false }: CompanyFileTableProps) {
  const trpc = useTRPC()
  const { id: orgId, slug, role } = useOrganization()
  const { data } = useQuery(
    trpc.listRealmUsage.queryOptions(toUsageInput(orgId, files), {
      enabled: files.length > 0,
      placeholderData: keepPreviousData,
    }),
  )
  const usage = new Map(data?.realms.map((each) => [each.realmId as string, each]))
  const namesakes = findNamesakes(files)
  return (
    <DataTable
      label="Company files"
      columns={[
        ...createColumns(namesakes, usage, isSortable),
        ...(mayManage(role) ? [createNextStep(slug)] : []),
        ...moreColumns,
      ]}
      rows={files}
      rowKey={({ id }) => id}
      href={({ id }) => companyFilePath(slug, id)}
    />
  )
}

/** A file without a PC has no facts yet: its cells stay empty, and its card has none of these lines. */
function isNeverConnected({ state }: ListedCompanyFile['connection']): boolean {
  return state === 'never_connected'
}

/** Links a file without a PC to its set-up. A wide row leads there itself. */
function createNextStep(slug: string): DataTableColumn<ListedCompanyFile> {
  return {
    key: 'next-step',
    label: 'Next step',
    isOnCardsOnly: true,
    render: ({ id, connection }) =>
      isNeverConnected(connection) && <TextLink href={companyFilePath(slug, id, 'set-up')}>Set up the PC</TextLink>,
  }
}

function createColumns(
  namesakes: ReadonlySet<string>,
  usage: ReadonlyMap<string, FileUsage>,
  isSortable: boolean,
): readonly DataTableColumn<ListedCompanyFile>[] {
  return [
    {
      key: 'name',
      label: 'Name',
      ...(isSortable && { sortBy: 'server' as const }),
      render: ({ id, name, connection }) => (
        <>
          <bdi>{name}</bdi>
          {namesakes.has(id) && (
            <Text span c="dimmed" size="xs">
              {' · '}
              <bdi>{connection.companyFile ?? `…${id.slice(-4)}`}</bdi>
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'state',
      label: 'State',
      width: '176px',
      render: ({ connection }) => <StateBadge state={connection.state} />,
    },
    {
      key: 'requests',
      label: 'Requests, 14 days',
      width: '136px',
      render: ({ id, connection }) => {
        const days = usage.get(id)
        if (isNeverConnected(connection) && !days?.requests.some((count) => count > 0)) return null
        return days && <Sparkline values={days.requests} failed={days.errors} label={describeUsage(days)} />
      },
    },
    {
      key: 'failures',
      label: 'Failed, 24 h',
      width: '104px',
      align: 'right',
      render: ({ connection }) =>
        isNeverConnected(connection) && connection.failures === 0 ? null : connection.failures.toLocaleString('en'),
    },
    {
      key: 'last-call',
      label: 'Last call',
      width: '112px',
      render: ({ connection }) =>
        isNeverConnected(connection) && connection.lastCallAt === null ? null : <TimeText at={connection.lastCallAt} />,
    },
    {
      key: 'through',
      label: 'Through',
      width: '112px',
      isExtra: true,
      render: ({ connection }) => (isNeverConnected(connection) ? null : formatTransport(connection)),
    },
    {
      key: 'version',
      label: 'QuickBooks',
      width: '136px',
      isExtra: true,
      render: ({ connection }) => (isNeverConnected(connection) ? null : formatVersion(connection)),
    },
    {
      key: 'realm-id',
      label: 'Realm ID',
      width: '136px',
      isExtra: true,
      render: ({ id }) => <IdText label="Realm ID" value={id} />,
    },
  ]
}
