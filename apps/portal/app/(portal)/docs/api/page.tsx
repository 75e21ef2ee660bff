import { Button, Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { PageHeader } from '../../../../components/page-header.tsx'
import { apiSurfaces, sharedSchemas } from '../../../../features/api-reference/api-catalogue.ts'
import { ApiContents } from '../../../../features/api-reference/api-contents.tsx'
import { SchemaSection } from '../../../../features/api-reference/schema-section.tsx'
import { getApiDocument } from '../../../../lib/api-document.ts'

export const metadata: Metadata = { title: 'API reference' }

const schemaTexts = {
  Fault: 'The error response of the data plane.',
  Problem: 'The error response of the control plane.',
  OAuthError: 'The error response of the OAuth endpoints (RFC 6749).',
} as const

export default function ApiReferencePage() {
  const document = getApiDocument()
  return (
    <>
      <PageHeader
        title="API reference"
        description="Every endpoint of the service, with an example."
        actions={
          <Button component="a" href="/openapi.json" variant="default">
            OpenAPI document
          </Button>
        }
      />
      <Stack gap={40}>
        {apiSurfaces(document).map((surface) => (
          <ApiContents key={surface.anchor} surface={surface} />
        ))}
        {sharedSchemas.map((name) => (
          <SchemaSection
            key={name}
            name={name}
            text={schemaTexts[name]}
            schema={document.components.schemas[name] ?? {}}
          />
        ))}
      </Stack>
    </>
  )
}
