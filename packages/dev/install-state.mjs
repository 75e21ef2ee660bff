import { createHash } from 'node:crypto'

/**
 * Returns whether every package of the lock file is installed in its locked version. Optional packages, which may be
 * for other platforms, can be missing.
 *
 * @typedef {{ packages: Record<string, { version?: string, link?: boolean, optional?: boolean, resolved?: string }> }} Lock
 * @param {Lock} expected `package-lock.json`
 * @param {Lock} installed `node_modules/.package-lock.json`, npm's record of what is installed
 */
export function isInstalled(expected, installed) {
  return Object.entries(expected.packages).every(([location, { version, link, optional }]) => {
    if (!location.includes('node_modules/')) return true
    const found = installed.packages[location]
    if (!found) return optional === true
    return link === true || found.version === version
  })
}

/**
 * Returns a short hash of the text.
 *
 * @param {string} text
 */
export function shortHash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
