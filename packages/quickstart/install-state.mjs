import { createHash } from 'node:crypto'

export const nodeMinimum = '20.19'

/**
 * Whether this version of Node runs the service.
 *
 * @param {string} version as in `process.versions.node`
 */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [majorMinimum = 0, minorMinimum = 0] = nodeMinimum.split('.').map(Number)
  return major > majorMinimum || (major === majorMinimum && minor >= minorMinimum)
}

/**
 * Whether every package that the lock file names is installed in that version. Packages for other platforms
 * (optional ones) may be absent.
 *
 * @typedef {{ packages: Record<string, { version?: string, link?: boolean, optional?: boolean, resolved?: string }> }} Lock
 * @param {Lock} wanted `package-lock.json`
 * @param {Lock} installed `node_modules/.package-lock.json`, in which npm keeps what it installed
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted.packages).every(([location, { version, link, optional }]) => {
    if (!location.includes('node_modules/')) return true
    const found = installed.packages[location]
    if (!found) return optional === true
    return link === true || found.version === version
  })
}

/**
 * A short text that changes with the given one.
 *
 * @param {string} text
 */
export function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
