import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AgentTokens } from '../../../../../../../features/company-files/agent-tokens.tsx'
import { requireCompanyFile } from '../../../../../../../features/company-files/require-company-file.ts'

export const metadata: Metadata = { title: 'Agent' }

export default async function AgentPage({ params }: { params: Promise<{ slug: string; realmId: string }> }) {
  const { slug, realmId } = await params
  const { realm } = await requireCompanyFile(slug, realmId)
  if (realm.kind === 'sandbox') notFound()
  return <AgentTokens realmId={realm.id} />
}
