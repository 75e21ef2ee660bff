const instruction = /<\?qbxml version="(\d+)\.(\d+)"\?>/

/** Returns a message set with another qbXML version in its processing instruction. */
export function withQbxmlVersion(messageSet: string, version: string | undefined): string {
  return version === undefined ? messageSet : messageSet.replace(instruction, `<?qbxml version="${version}"?>`)
}

/**
 * Returns the newest version QuickBooks supports below the message set's, or `undefined`. Other countries' versions,
 * such as `CA2.0`, do not count.
 */
export function findOlderVersion(messageSet: string, supported: readonly string[]): string | undefined {
  const [, major, minor] = instruction.exec(messageSet) ?? []
  if (major === undefined || minor === undefined) return undefined
  const requested = rank(`${major}.${minor}`)
  return supported
    .filter((version) => /^\d{1,3}\.\d{1,3}$/.test(version) && rank(version) < requested)
    .sort((left, right) => rank(right) - rank(left))[0]
}

function rank(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major * 1_000 + minor
}
