import type { Metadata } from 'next'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../../features/company-files/require-company-file.ts'
import { McpAccess } from '../../../../../../../../features/mcp/mcp-access.tsx'

export const metadata: Metadata = { title: 'MCP access' }

export default async function McpPage({ params }: { params: Promise<CompanyFileParameters> }) {
  const { realm } = await requireCompanyFile(await params)
  return <McpAccess realmId={realm.id} />
}
