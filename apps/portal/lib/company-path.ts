const companyPrefix = /^\/v3\/company\/\d+(?=\/|$)/

/** Returns a data-plane path without `/v3/company/{realmId}`: `/invoice/12`. */
export function toCompanyPath(path: string): string {
  return path.replace(companyPrefix, '')
}
