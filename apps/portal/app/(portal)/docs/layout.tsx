import type { ReactNode } from 'react'
import { DocumentationShell } from '../../../features/docs/documentation-shell.tsx'

export default function DocumentationLayout({ children }: { children: ReactNode }) {
  return <DocumentationShell>{children}</DocumentationShell>
}
