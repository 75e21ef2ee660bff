import { faults, oauthErrors, problems } from '@bridge/faults'
import { type JsonSchema, objectSchema } from './json-schema.ts'

const text: JsonSchema = { type: 'string' }
const texts: JsonSchema = { type: 'array', items: text }

/** The service's three error formats, by component name. */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  Fault: objectSchema({
    Fault: objectSchema({
      Error: {
        type: 'array',
        minItems: 1,
        maxItems: 1,
        items: objectSchema(
          {
            code: {
              ...text,
              description: `A status code of QuickBooks Desktop passed through, or one of ${Object.keys(faults).join(', ')}. For an app with numeric fault codes, the nearest number of QuickBooks Online.`,
            },
            Message: text,
            Detail: text,
            element: text,
          },
          ['code', 'Message', 'Detail'],
        ),
      },
      type: { type: 'string', enum: ['ValidationFault', 'SystemFault'] },
    }),
    time: { type: 'string', format: 'date-time' },
    svc: objectSchema({
      code: { ...text, description: 'The code of this service, whatever `Error[0].code` shows.' },
      causes: texts,
      fixes: texts,
      docsUrl: text,
    }),
  }),
  Problem: objectSchema(
    {
      error: { type: 'string', enum: Object.keys(problems) },
      message: text,
      field: { ...text, description: 'The invalid field of an `invalid_request`.' },
    },
    ['error', 'message'],
  ),
  OAuthError: objectSchema(
    { error: { type: 'string', enum: Object.keys(oauthErrors) }, error_description: text, error_uri: text },
    ['error'],
  ),
}
