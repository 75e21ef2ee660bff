import type { Metadata } from 'next'
import { FailuresPage } from '../../../../../../features/failures/failures-page.tsx'
import { FilteredPage } from '../../../../../../features/requests/filtered-page.tsx'

interface FailuresRouteProps {
  readonly params: Promise<{ slug: string }>
}

export const metadata: Metadata = { title: 'Failures' }

export default async function FailuresRoute({ params }: FailuresRouteProps) {
  return (
    <FilteredPage
      slug={(await params).slug}
      title="Failures"
      description="What goes wrong most, and what cannot work on QuickBooks Desktop."
    >
      <FailuresPage />
    </FilteredPage>
  )
}
