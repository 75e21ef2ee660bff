import { Text } from '@mantine/core'
import { TextLink } from '../../components/text-link.tsx'
import { schemaHref } from './api-catalogue.ts'
import type { SchemaRow } from './schema-rows.ts'

/** Shows a field's type, with a link if another schema documents it. */
export function SchemaFieldType({ row: { type, required, description, schemaName } }: { row: SchemaRow }) {
  return (
    <>
      {schemaName ? <TextLink href={schemaHref(schemaName)}>{type}</TextLink> : type}
      {required && ', required'}
      {description && (
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      )}
    </>
  )
}
