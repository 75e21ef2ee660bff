import type { ReactNode } from 'react'
import { SecretsProvider } from '../../components/secrets-dialog.tsx'
import { FrameToolsProvider } from '../../features/frame/frame-tools.tsx'
import { Providers } from '../../lib/providers.tsx'

/** Keeps what stays open while moving between pages. Reads no request, so documentation is rendered once. */
export default function PortalLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <SecretsProvider>
        <FrameToolsProvider>{children}</FrameToolsProvider>
      </SecretsProvider>
    </Providers>
  )
}
