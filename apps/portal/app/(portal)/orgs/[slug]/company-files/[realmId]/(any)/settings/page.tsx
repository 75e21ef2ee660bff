import { describeSettings } from '@bridge/data-plane/realms/describe-settings'
import type { Metadata } from 'next'
import { CompanyFileSettings } from '../../../../../../../../features/company-files/company-file-settings.tsx'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../../features/company-files/require-company-file.ts'

export const metadata: Metadata = { title: 'Company file settings' }

export default async function SettingsPage({ params }: { params: Promise<CompanyFileParameters> }) {
  const { realm } = await requireCompanyFile(await params)
  return <CompanyFileSettings realmId={realm.id} settings={describeSettings()} />
}
