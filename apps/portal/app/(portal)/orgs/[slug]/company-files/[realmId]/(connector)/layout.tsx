import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../features/company-files/require-company-file.ts'
import { getBridge } from '../../../../../../../lib/bridge.ts'

interface ConnectorLayoutProps {
  readonly params: Promise<CompanyFileParameters>
  readonly children: ReactNode
}

/** Decides whether the company file has a Web Connector before the response begins. */
export default async function ConnectorLayout({ params, children }: ConnectorLayoutProps) {
  if (!getBridge().features.webConnector) notFound()
  await requireCompanyFile(await params, 'production')
  return children
}
