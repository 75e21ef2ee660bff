import { mayRead, type Role } from '../../lib/permissions.ts'

/** The pages without records and requests: company files, with some tabs, and the organization's. */
const viewerPages =
  /^\/(?:company-files(?:\/\w+(?:\/(?:agent|connector|set-up|settings))?)?|members|usage(?:\/\w+)?|settings)$/

/**
 * Returns whether a role may open a page.
 *
 * @param path below `/orgs/{slug}`
 */
export function mayOpen(role: Role, path: string): boolean {
  return mayRead(role) || viewerPages.test(path)
}
