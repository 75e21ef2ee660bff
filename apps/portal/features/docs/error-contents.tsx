import { Anchor, Box, Card, Group, Stack, Text } from '@mantine/core'
import type { ErrorSection } from './error-catalogue.ts'

/** Links to every code, by section. */
export function ErrorContents({ sections }: { sections: readonly ErrorSection[] }) {
  return (
    <Card withBorder component="nav" aria-label="Error codes">
      <Stack gap="md">
        {sections.map(({ title, anchor, errors }) => (
          <Box key={anchor}>
            <Text size="sm" fw={600} mb={6}>
              {title}
            </Text>
            <Group gap="6px 14px">
              {errors.map((error) => (
                <Anchor
                  key={error.anchor}
                  href={`#${error.anchor}`}
                  size="sm"
                  ff="monospace"
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {error.code}
                </Anchor>
              ))}
            </Group>
          </Box>
        ))}
      </Stack>
    </Card>
  )
}
