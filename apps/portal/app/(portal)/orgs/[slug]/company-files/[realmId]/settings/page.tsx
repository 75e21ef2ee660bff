import { describeSettings } from '@bridge/server/realms/describe-settings'
import type { Metadata } from 'next'
import { CompanyFileSettings } from '../../../../../../../features/company-files/company-file-settings.tsx'
import { requireCompanyFile } from '../../../../../../../features/company-files/require-company-file.ts'

export const metadata: Metadata = { title: 'Company file settings' }

export default async function SettingsPage({ params }: { params: Promise<{ slug: string; realmId: string }> }) {
  const { slug, realmId } = await params
  const { realm } = await requireCompanyFile(slug, realmId)
  return <CompanyFileSettings realmId={realm.id} settings={describeSettings()} />
}
