import type { ReactNode } from 'react'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../features/company-files/require-company-file.ts'

interface SandboxLayoutProps {
  readonly params: Promise<CompanyFileParameters>
  readonly children: ReactNode
}

/** Decides whether the company file is a sandbox before the response begins. */
export default async function SandboxLayout({ params, children }: SandboxLayoutProps) {
  await requireCompanyFile(await params, 'sandbox')
  return children
}
