/** Company files that a page loads at first: with more of them, it searches on the server. */
export const filesPerPage = 100

/** The list of an organization's company files, from the first one. */
export function toListInput(orgId: string, limit = filesPerPage) {
  return { orgId, limit }
}

/** The sandbox, which the first page lacks if there are many company files. */
export function toSandboxInput(orgId: string) {
  return { orgId, kind: 'sandbox' as const }
}
