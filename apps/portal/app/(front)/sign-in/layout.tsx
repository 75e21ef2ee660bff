import type { ReactNode } from 'react'
import { QueryProvider } from '../../../lib/query-provider.tsx'

export default function SignInLayout({ children }: { children: ReactNode }) {
  return <QueryProvider>{children}</QueryProvider>
}
