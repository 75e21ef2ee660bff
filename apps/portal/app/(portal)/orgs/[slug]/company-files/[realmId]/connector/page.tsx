import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ConnectorCredentials } from '../../../../../../../features/company-files/connector-credentials.tsx'
import { requireCompanyFile } from '../../../../../../../features/company-files/require-company-file.ts'
import { getBridge } from '../../../../../../../lib/bridge.ts'

export const metadata: Metadata = { title: 'Web Connector' }

export default async function ConnectorPage({ params }: { params: Promise<{ slug: string; realmId: string }> }) {
  const { slug, realmId } = await params
  const { realm } = await requireCompanyFile(slug, realmId)
  if (realm.kind === 'sandbox' || !getBridge().features.webConnector) notFound()
  return <ConnectorCredentials realmId={realm.id} />
}
