/**
 * Returns a name for the downloaded installer from which it reads the service's address and the pairing code, so that
 * nothing is typed at the PC: `bridge-agent-setup-K7PM2XQAC-bridge.example.exe`. A port follows an underscore. The
 * installer shows the address before it connects, and takes an address without TLS from the own PC only; for any other,
 * the name carries nothing.
 */
export function getInstallerFileName(origin: string, code: string): string {
  const { protocol, hostname, port } = new URL(origin)
  const isOwnPc = hostname === 'localhost' || hostname === '127.0.0.1'
  if (protocol !== (isOwnPc ? 'http:' : 'https:') || !/^[a-z0-9.-]+$/.test(hostname)) return 'bridge-agent-setup.exe'
  return `bridge-agent-setup-${code}-${hostname}${port === '' ? '' : `_${port}`}.exe`
}
