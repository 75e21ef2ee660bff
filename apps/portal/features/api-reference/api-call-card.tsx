import { Anchor, Badge, Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import { CodeBlock } from '../../components/code-block.tsx'
import type { ApiCall } from './api-catalogue.ts'
import { curlExample } from './curl-example.ts'
import { ParameterTable } from './parameter-table.tsx'
import { SchemaTable } from './schema-table.tsx'

/** Documents one endpoint: summary, example, parameters, request body and responses. */
export function ApiCallCard({ call }: { call: ApiCall }) {
  const { method, path, operation } = call
  const { operationId: id, summary, description, parameters = [], requestBody, responses } = operation
  const bodies = Object.entries(requestBody?.content ?? {})
  return (
    <Card withBorder component="article" id={id} aria-labelledby={`${id}-title`}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" id={`${id}-title`} style={{ overflowWrap: 'anywhere' }}>
            <Anchor href={`#${id}`} inherit c="var(--mantine-color-text)">
              {id}
            </Anchor>
          </Title>
          <Group gap="xs" mt={6} align="baseline">
            <Badge variant="default" radius="sm" ff="monospace">
              {method}
            </Badge>
            <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code>
          </Group>
        </div>
        <div>
          <Text>{summary}</Text>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        <CodeBlock code={curlExample(call)} language="bash" label={`curl example of ${id}`} />
        {parameters.length > 0 && <ParameterTable label={`Parameters of ${id}`} parameters={parameters} />}
        {bodies.map(([type, { schema }]) => (
          <SchemaTable key={type} title={`Request body (${type})`} label={`Request body of ${id}`} schema={schema} />
        ))}
        {Object.entries(responses).map(([status, { description: text, content = {} }]) => {
          const [type, body] = Object.entries(content)[0] ?? []
          const title = status === 'default' ? 'Other responses' : `Response ${status}`
          return (
            <SchemaTable
              key={status}
              title={type ? `${title} (${type})` : title}
              text={text}
              label={`${title} of ${id}`}
              schema={body?.schema}
            />
          )
        })}
      </Stack>
    </Card>
  )
}
