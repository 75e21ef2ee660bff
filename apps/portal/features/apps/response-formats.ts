import type { PortalData } from '../../lib/portal-data.ts'

export type ResponseFormat = PortalData['updateClient']['client']['responseFormat']

/** Labels for the formats an app can prefer. */
export const responseFormats: Readonly<Record<ResponseFormat, string>> = { json: 'JSON', xml: 'XML' }
