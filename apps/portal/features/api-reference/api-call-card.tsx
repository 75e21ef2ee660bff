import { Anchor, Badge, Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import { CodeBlock } from '../../components/code-block.tsx'
import type { ApiCall } from './api-catalogue.ts'
import { curlExample } from './curl-example.ts'
import { ParameterTable } from './parameter-table.tsx'
import { SchemaTable } from './schema-table.tsx'

/** One call: what it does, what it takes, what it answers, and how it is typed. */
export function ApiCallCard({ call }: { call: ApiCall }) {
  const { method, path, operation } = call
  const { operationId: id, summary, description, parameters = [], requestBody, responses } = operation
  const sent = Object.entries(requestBody?.content ?? {})
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
        <CodeBlock code={curlExample(call)} language="bash" label={`${id} with curl`} />
        {parameters.length > 0 && <ParameterTable label={`Parameters of ${id}`} parameters={parameters} />}
        {sent.map(([type, { schema }]) => (
          <SchemaTable key={type} title={`Body, ${type}`} label={`Body of ${id}`} schema={schema} />
        ))}
        {Object.entries(responses).map(([status, { description: said, content = {} }]) => {
          const [type, answer] = Object.entries(content)[0] ?? []
          const title = status === 'default' ? 'Otherwise' : status
          return (
            <SchemaTable
              key={status}
              title={type ? `${title}, ${type}` : title}
              text={said}
              label={`Answer ${title} of ${id}`}
              schema={answer?.schema}
            />
          )
        })}
      </Stack>
    </Card>
  )
}
