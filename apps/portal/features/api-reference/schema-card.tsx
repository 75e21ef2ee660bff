import type { JsonSchema } from '@bridge/server'
import { Anchor, Card, Title } from '@mantine/core'
import { SchemaTable } from './schema-table.tsx'

interface SchemaCardProps {
  readonly name: string
  readonly text: string
  readonly schema: JsonSchema
}

/** Documents a schema under its own anchor. */
export function SchemaCard({ name, text, schema }: SchemaCardProps) {
  const anchor = `schema-${name}`
  return (
    <Card withBorder component="article" id={anchor} aria-labelledby={`${anchor}-title`}>
      <Title order={2} size="h4" id={`${anchor}-title`} mb="sm">
        <Anchor href={`#${anchor}`} inherit c="var(--mantine-color-text)">
          Schema {name}
        </Anchor>
      </Title>
      <SchemaTable title="Fields" text={text} label={`Fields of ${name}`} schema={schema} />
    </Card>
  )
}
