import { catalogueVersion } from '@bridge/faults'
import { sessionCookieName } from '@bridge/identity/sessions/session-cookie'
import { addExamples } from './add-examples.ts'
import { adminPaths, adminResponses, adminSchemas } from './admin-paths.ts'
import { dataPlanePaths, dataPlaneResponses, deletedRecord, namedRecord } from './data-plane/paths.ts'
import { builtTables, writtenTables } from './data-plane/tables.ts'
import { oauthPaths, oauthResponses } from './oauth-paths.ts'
import { documentedHeaders } from './responses/headers.ts'
import { createSchema, entitySchema, updateSchema } from './schemas/entity-schemas.ts'
import { errorSchemas } from './schemas/error-schemas.ts'
import type { DocumentedResponse, JsonSchema, Paths } from './schemas/json-schema.ts'
import { reportSchemas } from './schemas/report-schemas.ts'
import { describeTags } from './tags.ts'

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: { readonly name: string; readonly url: string }
  }
  readonly externalDocs: { readonly description: string; readonly url: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Paths
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, DocumentedResponse>>
    readonly headers: Readonly<Record<string, unknown>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

/** Creates the document for the three APIs from the tables and operations serving them. */
export function createOpenApi(baseUrl: string): OpenApi {
  const paths = addExamples({ ...adminPaths(), ...oauthPaths(), ...dataPlanePaths() })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bridge Service',
      version: catalogueVersion,
      description:
        'The QuickBooks Online v3 API over QuickBooks Desktop (/v3), its OAuth 2.0 (/oauth2/v1), and the provisioning of organizations (/admin/v1). Every response has an X-Request-Id, which is that of the request or a new one.',
      license: { name: 'Proprietary', url: `${baseUrl}/terms` },
    },
    externalDocs: {
      description: 'The same reference as web pages, with an example of every call.',
      url: `${baseUrl}/docs/api`,
    },
    servers: [{ url: baseUrl, description: 'This deployment.' }],
    tags: describeTags(paths),
    paths,
    components: {
      schemas: {
        ...errorSchemas,
        ...adminSchemas(),
        DeletedRecord: deletedRecord,
        NamedRecord: namedRecord,
        Xml: {
          type: 'string',
          description: 'The same in XML of the QBO v3 API, in the namespace http://schema.intuit.com/finance/v3.',
        },
        ...reportSchemas,
        ...Object.fromEntries(builtTables().map((table) => [table.name, entitySchema(table)])),
        ...Object.fromEntries(
          writtenTables().flatMap((table) => [
            ...(table.can.includes('create') ? [[`${table.name}Create`, createSchema(table)]] : []),
            ...(table.can.includes('update') ? [[`${table.name}Update`, updateSchema(table)]] : []),
          ]),
        ),
      },
      responses: { ...adminResponses(), ...oauthResponses(), ...dataPlaneResponses() },
      headers: documentedHeaders,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(baseUrl) },
        accessToken: { type: 'http', scheme: 'bearer' },
        client: { type: 'http', scheme: 'basic' },
      },
    },
  }
}
