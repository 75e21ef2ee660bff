import { List, ListItem, Text } from '@mantine/core'
import { Prose } from '../../components/prose.tsx'

/** A titled list, or nothing if it is empty. */
export function SentenceList({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <List size="sm" spacing={4}>
        {sentences.map((sentence) => (
          <ListItem key={sentence}>
            <Prose>{sentence}</Prose>
          </ListItem>
        ))}
      </List>
    </div>
  )
}
