import type { Metadata } from 'next'
import { ConnectorCredentials } from '../../../../../../../../features/company-files/connector-credentials.tsx'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../../features/company-files/require-company-file.ts'

export const metadata: Metadata = { title: 'Web Connector' }

export default async function ConnectorPage({ params }: { params: Promise<CompanyFileParameters> }) {
  const { realm } = await requireCompanyFile(await params)
  return <ConnectorCredentials realmId={realm.id} />
}
