import { z } from 'zod'

const form = z.enum(['text', 'numeric'])

/** An OAuth client's settings, one a row: how the data plane talks to it. */
export const clientSettingsSchema = z.strictObject({
  responseFormat: z.enum(['json', 'xml']).describe('The response format if the `Accept` header leaves the choice.'),
  ids: form.describe('IDs in responses: as in QuickBooks Desktop, or each as one decimal number.'),
  faultCodes: form.describe("`code` in faults: this service's, or the nearest number of QuickBooks Online."),
})

export type ClientSettings = Readonly<z.output<typeof clientSettingsSchema>>

export const defaultClientSettings: ClientSettings = { responseFormat: 'json', ids: 'text', faultCodes: 'text' }
