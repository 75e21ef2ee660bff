import type { Metadata } from 'next'
import { AgentTokens } from '../../../../../../../../features/company-files/agent-tokens.tsx'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../../features/company-files/require-company-file.ts'
import { getBridge } from '../../../../../../../../lib/bridge.ts'

export const metadata: Metadata = { title: 'Agent' }

export default async function AgentPage({ params }: { params: Promise<CompanyFileParameters> }) {
  const { realm } = await requireCompanyFile(await params)
  const { features, findAgentRelease } = getBridge()
  return <AgentTokens realmId={realm.id} release={await findAgentRelease()} hasDownload={features.agentDownload} />
}
