import type { ReactNode } from 'react'
import { getDocumentationGroups } from '../../../features/docs/documentation-pages.ts'
import { DocumentationShell } from '../../../features/docs/documentation-shell.tsx'

export default function DocumentationLayout({ children }: { children: ReactNode }) {
  return <DocumentationShell groups={getDocumentationGroups()}>{children}</DocumentationShell>
}
