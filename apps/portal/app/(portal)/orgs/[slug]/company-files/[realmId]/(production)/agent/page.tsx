import type { Metadata } from 'next'
import { AgentTokens } from '../../../../../../../../features/company-files/agent-tokens.tsx'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../../features/company-files/require-company-file.ts'

export const metadata: Metadata = { title: 'Agent' }

export default async function AgentPage({ params }: { params: Promise<CompanyFileParameters> }) {
  const { realm } = await requireCompanyFile(await params)
  return <AgentTokens realmId={realm.id} />
}
