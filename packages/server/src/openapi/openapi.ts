import { catalogueVersion } from '@bridge/faults'
import { sessionCookieName } from '../sessions/session-cookie.ts'
import { adminPaths } from './admin-paths.ts'
import { builtTables, dataPlanePaths } from './data-plane-paths.ts'
import { entitySchema } from './entity-schemas.ts'
import { errorSchemas } from './error-schemas.ts'
import type { JsonSchema, Paths } from './json-schema.ts'
import { oauthPaths } from './oauth-paths.ts'

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly externalDocs: { readonly description: string; readonly url: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Paths
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

/** Creates the document of the three APIs from the same tables and operations that serve them. */
export function createOpenApi(baseUrl: string): OpenApi {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bridge Service',
      version: catalogueVersion,
      description:
        'The QuickBooks Online v3 API over QuickBooks Desktop (/v3), its OAuth 2.0 (/oauth2/v1), and the provisioning of organizations (/admin/v1). Every response has an X-Request-Id, which is that of the request or a new one.',
    },
    externalDocs: {
      description: 'The same reference as web pages, with an example of every call.',
      url: `${baseUrl}/docs/api`,
    },
    servers: [{ url: baseUrl }],
    paths: { ...adminPaths(), ...oauthPaths(), ...dataPlanePaths() },
    components: {
      schemas: {
        ...errorSchemas,
        ...Object.fromEntries(builtTables().map((table) => [table.name, entitySchema(table)])),
      },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(baseUrl) },
        accessToken: { type: 'http', scheme: 'bearer' },
        client: { type: 'http', scheme: 'basic' },
      },
    },
  }
}
