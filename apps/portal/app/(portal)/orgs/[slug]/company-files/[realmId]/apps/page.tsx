import type { Metadata } from 'next'
import { ConnectedApps } from '../../../../../../../features/company-files/connected-apps.tsx'
import { requireCompanyFile } from '../../../../../../../features/company-files/require-company-file.ts'

export const metadata: Metadata = { title: 'Connected apps' }

export default async function ConnectedAppsPage({ params }: { params: Promise<{ slug: string; realmId: string }> }) {
  const { slug, realmId } = await params
  const { realm } = await requireCompanyFile(slug, realmId)
  return <ConnectedApps realmId={realm.id} />
}
