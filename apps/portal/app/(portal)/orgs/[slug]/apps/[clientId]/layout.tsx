import type { ReactNode } from 'react'
import { requireApp } from '../../../../../../features/apps/require-app.ts'

interface AppLayoutProps {
  readonly params: Promise<{ slug: string; clientId: string }>
  readonly children: ReactNode
}

/** Decides whether the app exists before the response begins. */
export default async function AppLayout({ params, children }: AppLayoutProps) {
  const { slug, clientId } = await params
  await requireApp(slug, clientId)
  return children
}
