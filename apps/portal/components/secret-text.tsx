import { Box, Text } from '@mantine/core'
import { CopyText } from './copy-text.tsx'

/** Shows a labeled secret with a copy button. */
export function SecretText({ label, value }: { label: string; value: string }) {
  return (
    <Box>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <CopyText value={value} label={label.charAt(0).toLowerCase() + label.slice(1)} />
    </Box>
  )
}
