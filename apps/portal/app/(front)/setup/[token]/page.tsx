import type { Metadata } from 'next'
import { PublicSetUp } from '../../../../features/set-up/public-set-up.tsx'

export const metadata: Metadata = {
  title: 'Connect QuickBooks Desktop',
  robots: { index: false },
  referrer: 'no-referrer',
}

export default async function PublicSetUpPage({ params }: { params: Promise<{ token: string }> }) {
  return <PublicSetUp token={(await params).token} />
}
