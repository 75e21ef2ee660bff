import { Box, Text } from '@mantine/core'
import { CopyText } from './copy-text.tsx'

/** A secret with its name, to be copied. */
export function SecretText({ label, value }: { label: string; value: string }) {
  return (
    <Box>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <CopyText value={value} label={label.toLowerCase()} />
    </Box>
  )
}
