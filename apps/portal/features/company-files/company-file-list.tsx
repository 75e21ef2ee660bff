'use client'

import { Button, Group, Text } from '@mantine/core'
import { parseAsString, useQueryState } from 'nuqs'
import { FailedState } from '../../components/failed-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { CompanyFileTable } from './company-file-table.tsx'
import { ConnectCompanyFile } from './connect-company-file.tsx'
import { useCompanyFiles } from './use-company-files.ts'

/** Lists the organization's company files, those in trouble first. */
export function CompanyFileList() {
  const { id: orgId, role } = useOrganization()
  const [text] = useQueryState('q', parseAsString.withDefault(''))
  const list = useCompanyFiles(orgId, text)
  // Until there is one, the empty state has the button.
  const hasProduction = list.isPartial || list.files.some(({ kind }) => kind === 'production')
  return (
    <>
      <PageHeader
        title="Company files"
        description="The QuickBooks Desktop company files your apps can reach, and the sandbox."
        actions={mayManage(role) && hasProduction && <ConnectCompanyFile />}
      />
      {list.isPending && <TableSkeleton />}
      {list.error && (
        <FailedState
          error={list.error}
          title="The company files could not be loaded"
          retry={() => void list.refetch()}
        />
      )}
      {!list.isPending && !list.error && (
        <CompanyFileTable files={list.files} hasSandbox={list.hasSandbox} isPartial={list.isPartial} />
      )}
      {list.isTruncated && (
        <Group gap="sm" mb="md">
          {list.loadMore && (
            <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
              Show more
            </Button>
          )}
          <Text size="sm" c="dimmed">
            {`The first ${list.files.length.toLocaleString('en')} company files. Search to find the others.`}
          </Text>
        </Group>
      )}
      {!mayManage(role) && <RoleNote needs="admin" to="connect a company file" />}
    </>
  )
}
