import type { PortalData } from '../../lib/portal-data.ts'

export type ResponseFormat = PortalData['updateClient']['client']['responseFormat']

/** The labels of the formats that an app can prefer. */
export const responseFormats: Readonly<Record<ResponseFormat, string>> = { json: 'JSON', xml: 'XML' }
