import type { ReactNode } from 'react'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../features/company-files/require-company-file.ts'

interface ProductionLayoutProps {
  readonly params: Promise<CompanyFileParameters>
  readonly children: ReactNode
}

/** Decides whether the company file has an agent before the response begins. */
export default async function ProductionLayout({ params, children }: ProductionLayoutProps) {
  await requireCompanyFile(await params, 'production')
  return children
}
