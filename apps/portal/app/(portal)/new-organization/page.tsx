import type { Metadata } from 'next'
import { FrontShell } from '../../../components/front-shell.tsx'
import { ReaderMark } from '../../../components/reader-mark.tsx'
import { CreateOrganization } from '../../../features/organizations/create-organization.tsx'
import { requireUser } from '../../../lib/session.ts'

export const metadata: Metadata = { title: 'New organization' }

export default async function NewOrganizationPage() {
  const { email } = await requireUser('/new-organization')
  return (
    <FrontShell>
      <ReaderMark email={email} />
      <CreateOrganization />
    </FrontShell>
  )
}
