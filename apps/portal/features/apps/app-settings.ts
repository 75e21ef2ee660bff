import type { PortalData } from '../../lib/portal-data.ts'

type App = PortalData['updateClient']['client']

export type AppSettings = Pick<App, 'responseFormat' | 'ids' | 'faultCodes'>

/** How the portal shows a setting. */
interface ShownSetting<Value extends string> {
  readonly label: string
  readonly description: string
  /** Labels for the values; the first is the default. */
  readonly values: Readonly<Record<Value, string>>
}

/** An app's settings, one a row. */
export const appSettings: { readonly [Name in keyof AppSettings]: ShownSetting<AppSettings[Name]> } = {
  responseFormat: {
    label: 'Response format',
    description: 'For requests that accept any format. Intuit’s PHP SDK needs XML.',
    values: { json: 'JSON', xml: 'XML' },
  },
  ids: {
    label: 'IDs',
    description:
      'The form of IDs in responses; requests may use either. python-quickbooks, Intuit’s PHP SDK and quickbooks-mcp need numbers.',
    values: { text: 'As in QuickBooks Desktop', numeric: 'Numbers' },
  },
  faultCodes: {
    label: 'Fault codes',
    description: 'The form of codes in faults. python-quickbooks and other clients that parse codes need numbers.',
    values: { text: 'Of this service', numeric: 'Numbers of QuickBooks Online' },
  },
}

export const settingNames = Object.keys(appSettings) as readonly (keyof AppSettings)[]

/** A new app's settings. */
export const defaultSettings: AppSettings = { responseFormat: 'json', ids: 'text', faultCodes: 'text' }

/** Returns an app's settings as labels, one a line. */
export function describeSettings(settings: AppSettings): readonly string[] {
  return settingNames.map((name) => {
    const { label, values }: ShownSetting<string> = appSettings[name]
    return `${label}: ${values[settings[name]]}`
  })
}
