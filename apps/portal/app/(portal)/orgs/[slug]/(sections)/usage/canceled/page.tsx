import type { Metadata } from 'next'
import { CheckoutResult } from '../../../../../../../features/billing/checkout-result.tsx'
import { requireOrganization } from '../../../../../../../features/organizations/require-organization.ts'

export const metadata: Metadata = { title: 'Checkout' }

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  await requireOrganization((await params).slug)
  return <CheckoutResult isPaid={false} />
}
