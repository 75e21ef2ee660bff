import { redirect } from 'next/navigation'

/** Redirects to the organization's requests, filtered by company file. */
export default async function CompanyFileRequests({ params }: { params: Promise<{ slug: string; realmId: string }> }) {
  const { slug, realmId } = await params
  redirect(`/orgs/${slug}/requests?file=${encodeURIComponent(realmId)}`)
}
