import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { AgentTokens } from '../../../../../../../../features/company-files/agent-tokens.tsx'
import { QuickBooksChecks } from '../../../../../../../../features/company-files/quickbooks-checks.tsx'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../../features/company-files/require-company-file.ts'
import { getBridge } from '../../../../../../../../lib/bridge.ts'

export const metadata: Metadata = { title: 'Agent' }

export default async function AgentPage({ params }: { params: Promise<CompanyFileParameters> }) {
  const { realm } = await requireCompanyFile(await params)
  const { findInstaller, findAgentRelease } = getBridge()
  const [release, installer] = await Promise.all([findAgentRelease(), findInstaller()])
  return (
    <Stack gap="xl">
      <AgentTokens realmId={realm.id} release={release} hasDownload={installer !== undefined} />
      <QuickBooksChecks realmId={realm.id} />
    </Stack>
  )
}
