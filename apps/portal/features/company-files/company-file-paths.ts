import type { RealmId } from '@bridge/agent-protocol'
/** A company file's pages. */
export type CompanyFileTab = 'requests' | 'apps' | 'agent' | 'connector' | 'settings' | 'sandbox' | 'set-up' | 'mcp'

/** Returns the path to an organization's company files. */
export function companyFilesPath(slug: string): string {
  return `/orgs/${slug}/company-files`
}

/** Returns a company file's path, or a page's. */
export function companyFilePath(slug: string, realmId: RealmId, tab?: CompanyFileTab): string {
  return `${companyFilesPath(slug)}/${realmId}${tab === undefined ? '' : `/${tab}`}`
}
