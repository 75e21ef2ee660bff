import type { DesktopError } from '@bridge/agent-protocol'

/** Returns an error of the agent itself, with the HRESULT QuickBooks uses for an unexpected one. */
export function unexpectedError(message: string): DesktopError {
  return { hresult: '0x80040402', message }
}
