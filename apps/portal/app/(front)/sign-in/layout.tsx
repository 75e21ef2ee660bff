import type { ReactNode } from 'react'
import { Providers } from '../../../lib/providers.tsx'

export default function SignInLayout({ children }: { children: ReactNode }) {
  return <Providers>{children}</Providers>
}
