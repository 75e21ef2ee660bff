/** What an integration needs from its client, in walk order, with the guide's headings. */
export const capabilities = {
  signIn: 'Sign in',
  create: 'Create',
  read: 'Read',
  sparseUpdate: 'Update, sparse',
  fullUpdate: 'Update, full',
  query: 'Query',
  pages: 'Read all pages',
  batch: 'Batch',
  changes: 'Changed data',
  void: 'Void',
  delete: 'Delete',
  report: 'Report',
  fault: 'Fault code of QBO',
  serviceFault: 'Fault code of this service',
  refresh: 'Refresh',
  revoke: 'Revoke',
} as const

export type Capability = keyof typeof capabilities

export const capabilityNames = Object.keys(capabilities) as readonly Capability[]
