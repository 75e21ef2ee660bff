import type { PortalData } from '../../lib/portal-data.ts'

type Link = Omit<PortalData['createSetupLinks']['links'][number], 'setupLinkId'>

/** Returns set-up links as CSV, for a mail program or a spreadsheet. */
export function linksAsCsv(links: readonly Link[]): string {
  const rows = links.map(({ name, realmId, url, expiresAt }) => [name, realmId, url, expiresAt])
  return [['Company file', 'Realm ID', 'Set-up link', 'Valid until'], ...rows].map(formatLine).join('')
}

function formatLine(fields: readonly string[]): string {
  return `${fields.map(toField).join(',')}\r\n`
}

/** Quotes a field (RFC 4180). An apostrophe keeps spreadsheets from evaluating it as a formula. */
function toField(text: string): string {
  return `"${text.replace(/^\s*[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
}
