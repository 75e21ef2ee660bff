import type { Metadata } from 'next'
import { ConnectedApps } from '../../../../../../../../features/company-files/connected-apps.tsx'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../../features/company-files/require-company-file.ts'

export const metadata: Metadata = { title: 'Connected apps' }

export default async function ConnectedAppsPage({ params }: { params: Promise<CompanyFileParameters> }) {
  const { realm } = await requireCompanyFile(await params)
  return <ConnectedApps realmId={realm.id} />
}
