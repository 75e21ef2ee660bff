import type { RealmId } from '@bridge/agent-protocol'
/** The pages of a company file. */
export type CompanyFileTab = 'requests' | 'apps' | 'agent' | 'connector' | 'settings' | 'sandbox' | 'set-up'

/** Returns the path of an organization's company files. */
export function companyFilesPath(slug: string): string {
  return `/orgs/${slug}/company-files`
}

/** Returns the path of a company file, or of one of its pages. */
export function companyFilePath(slug: string, realmId: RealmId, tab?: CompanyFileTab): string {
  return `${companyFilesPath(slug)}/${realmId}${tab === undefined ? '' : `/${tab}`}`
}
