'use client'

import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { CompanyFileTable } from './company-file-table.tsx'
import { ConnectCompanyFile } from './connect-company-file.tsx'

/** Lists the organization's company files, those in trouble first. */
export function CompanyFileList() {
  const trpc = useTRPC()
  const { id: orgId, role } = useOrganization()
  const list = useQuery(trpc.listRealms.queryOptions({ orgId }))
  // Until there is one, the empty state has the button.
  const hasProduction = list.data?.realms.some(({ kind }) => kind === 'production')
  return (
    <>
      <PageHeader
        title="Company files"
        description="Each company file of QuickBooks Desktop that your apps can reach, and the sandbox."
        actions={mayManage(role) && hasProduction && <ConnectCompanyFile />}
      />
      {list.isPending && <TableSkeleton />}
      {list.isError && !list.data && (
        <FailedState
          error={list.error}
          title="The company files could not be loaded"
          retry={() => void list.refetch()}
        />
      )}
      {list.data && <CompanyFileTable files={list.data.realms} />}
      {!mayManage(role) && <RoleNote needs="admin" to="connect a company file" />}
    </>
  )
}
