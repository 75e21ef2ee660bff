import { redirect } from 'next/navigation'

/** Leads to the requests of the organization, filtered by the company file. */
export default async function CompanyFileRequests({ params }: { params: Promise<{ slug: string; realmId: string }> }) {
  const { slug, realmId } = await params
  redirect(`/orgs/${slug}/requests?file=${encodeURIComponent(realmId)}`)
}
