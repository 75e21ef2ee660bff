import type { InstallerInfo as Installer } from '@bridge/control-plane/agent-release/agent-release'

export type { Installer }

/** Describes an installer: `bridge-agent-setup.exe, 22.7 MB, version 0.1.0, signed by Example Inc.` */
export function describeInstaller({ name, bytes, version, signedBy }: Omit<Installer, 'sha256'>): string {
  return [
    name,
    `${(bytes / 1e6).toFixed(1)} MB`,
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(signedBy === undefined ? [] : [signedBy === null ? 'not signed' : `signed by ${signedBy}`]),
  ].join(', ')
}

/** Returns what Windows shows before it starts an unsigned installer, and what to do then. */
export function describeWarning({ signedBy }: Pick<Installer, 'signedBy'>): string | undefined {
  if (signedBy !== null) return undefined
  return 'Windows does not know who made it, and asks first: choose “More info”, then “Run anyway”.'
}
