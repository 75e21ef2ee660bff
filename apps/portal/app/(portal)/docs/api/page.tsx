import { Button, Group, Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { PageHeader } from '../../../../components/page-header.tsx'
import { apiSurfaces, sharedSchemas } from '../../../../features/api-reference/api-catalogue.ts'
import { ApiContents } from '../../../../features/api-reference/api-contents.tsx'
import { SchemaSection } from '../../../../features/api-reference/schema-section.tsx'
import { getApiDocument } from '../../../../lib/api-document.ts'

export const metadata: Metadata = { title: 'API reference' }

const downloads = [
  ['OpenAPI (JSON)', '/openapi.json'],
  ['OpenAPI (YAML)', '/openapi.yaml'],
  ['Postman collection', '/postman-collection.json'],
] as const

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
          <Group gap="xs">
            {downloads.map(([label, href]) => (
              <Button key={href} component="a" href={href} variant="default">
                {label}
              </Button>
            ))}
          </Group>
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
