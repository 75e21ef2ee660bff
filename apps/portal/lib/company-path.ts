const companyPrefix = /^\/v3\/company\/\d+(?=\/|$)/

/** Returns a path of the data plane without `/v3/company/{realmId}`: `/invoice/12`. */
export function toCompanyPath(path: string): string {
  return path.replace(companyPrefix, '')
}
