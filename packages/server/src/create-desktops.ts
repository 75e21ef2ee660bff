import type { Desktop } from '@bridge/data-plane/desktop/desktop'
import { createGatewayDesktop } from '@bridge/data-plane/desktop/gateway-desktop'
import { createFindDesktop, type FindDesktop } from '@bridge/data-plane/desktop/realm-desktop'
import { createWireTrace } from '@bridge/data-plane/desktop/wire-trace'
import { createSandboxDesktop, type Sandboxes } from '@bridge/data-plane/sandbox/sandbox-desktop'
import type { SandboxFiles } from '@bridge/data-plane/sandbox/sandbox-files'
import { SandboxHosts } from '@bridge/data-plane/sandbox/sandbox-hosts'
import type { Dependencies } from '@bridge/platform/dependencies'

export interface DesktopReplacements {
  /** Replaces the processes that host sandboxes. */
  readonly sandboxFiles?: SandboxFiles
  /** Replaces the gateways to production company files. */
  readonly productionDesktop?: Desktop
}

/** What serves company files. */
export interface Desktops {
  readonly sandboxes: Sandboxes
  readonly findDesktop: FindDesktop
  /** Closes connections and writes pending traces. */
  close(): Promise<void>
}

/** Creates the desktops of sandboxes and production realms, traced if configured. */
export function createDesktops(
  dependencies: Dependencies,
  { sandboxFiles, productionDesktop }: DesktopReplacements,
): Desktops {
  const { wireTraceDir } = dependencies.config
  const gateway = createGatewayDesktop(dependencies)
  const sandboxHosts = new SandboxHosts(dependencies)
  const sandboxes = createSandboxDesktop(sandboxFiles ?? sandboxHosts)
  const trace = wireTraceDir === undefined ? undefined : createWireTrace(wireTraceDir, dependencies)
  const traced = (desktop: Desktop): Desktop => trace?.over(desktop) ?? desktop
  return {
    sandboxes,
    findDesktop: createFindDesktop({ sandbox: traced(sandboxes), production: traced(productionDesktop ?? gateway) }),
    async close() {
      await gateway.close()
      sandboxHosts.close()
      await trace?.close()
    },
  }
}
